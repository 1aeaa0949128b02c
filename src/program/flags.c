#include "program/flags.h"

#include "base/memory.h"

#include <string.h>
#include <sys/stat.h>

enum flags_shape { WORD, JOINED, APART, EITHER, SWITCH, MACHINE };

static const struct flag {
    const char *name;
    enum flags_shape shape;
    enum flag_use use;
} flags[] = {
#define FLAG(name, shape, use) {name, shape, FLAG_##use},
#include "program/flags.def"
};

// Behind the name of a switch: nothing, or a value.
static bool is_switch(const char *word, const char *letter, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(word, letter, 2) != 0)
        return false;
    word += 2;
    if (strncmp(word, "no-", 3) == 0)
        word += 3;
    return strncmp(word, name, length) == 0 && (!word[length] || word[length] == '=');
}

// How many words the flag and its value are; 0: it is another one.
static uint32_t match(const struct flag *flag, const char *word)
{
    size_t length = strlen(flag->name);
    bool begins = strncmp(word, flag->name, length) == 0, whole = begins && !word[length];
    switch (flag->shape) {
    case WORD: return whole;
    case JOINED: return begins && !whole;
    case APART: return whole ? 2 : 0;
    case EITHER: return whole ? 2 : begins ? 1 : 0;
    case SWITCH: return is_switch(word, "-f", flag->name);
    case MACHINE: return is_switch(word, "-m", flag->name);
    }
    return 0;
}

// -Wall, -Wno-error=format, but not -Wl,, -Wp, and -Wa,, which are for other tools.
static enum flag_use warning_use(const char *word)
{
    if (strncmp(word, "-W", 2) != 0 || strchr(word, ','))
        return FLAG_DROP;
    return strcmp(word, "-Werror") == 0 || strncmp(word, "-Werror=", 8) == 0 ? FLAG_WITNESS : FLAG_PROJECT;
}

enum flag_use flag_read(const char *const *words, uint32_t count, uint32_t at, uint32_t *length)
{
    const char *word = words[at];
    *length = 1;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        uint32_t matched = match(&flags[i], word);
        if (!matched)
            continue;
        *length = matched;
        if (at + matched > count) { // the value is missing
            *length = 1;
            return FLAG_DROP;
        }
        // clang would take its value for the name of a file with more flags, or a macro for another tool's
        // flag.
        bool odd = (matched == 2 && words[at + 1][0] == '@') || (word[1] == 'W' && strchr(word + 4, ','));
        return odd ? FLAG_DROP : flags[i].use;
    }
    return warning_use(word);
}

// A file that a flag names; NULL: none.
static const char *file_of_flag(const char *const *words, uint32_t at, uint32_t length)
{
    static const char *const naming[] = {"-include", "-imacros"};
    for (size_t i = 0; i < sizeof naming / sizeof *naming; i++) {
        size_t name = strlen(naming[i]);
        if (strncmp(words[at], naming[i], name) == 0)
            return length == 2 ? words[at + 1] : words[at] + name;
    }
    return NULL;
}

static bool is_odd_file(const char *folder, const char *file)
{
    struct stat status;
    char *path = file[0] == '/' ? memory_copy_string(file) : memory_format("%s/%s", folder, file);
    bool odd = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    memory_free(path);
    return odd;
}

static bool has_controls(const char *word)
{
    for (; *word; word++)
        if ((unsigned char)*word < 32 || *word == 127)
            return true;
    return false;
}

bool flags_harmless(const char *const *words, uint32_t count, const char *folder, struct error *error)
{
    for (uint32_t i = 0; i < count; i++)
        if (has_controls(words[i]))
            return error_set(error,
                             "an argument of clang's in a witness or a recording has control characters");
    for (uint32_t i = 0, length; i < count; i += length) {
        if (flag_read(words, count, i, &length) == FLAG_DROP)
            return error_set(error, "clang's argument `%s` is not taken from a witness or a recording",
                             words[i]);
        const char *file = file_of_flag(words, i, length);
        if (file && is_odd_file(folder, file))
            return error_set(error, "%s: not a regular file", file);
    }
    return true;
}
