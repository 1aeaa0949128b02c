#include "program/gcc_flags.h"

#include "base/memory.h"

#include <string.h>

// Whether `name` is the flag, or, if it ends in `=` or `-`, how the flag begins.
static bool matches_flag(const char *name, const char *flag)
{
    size_t length = strlen(name);
    bool begins = name[length - 1] == '=' || name[length - 1] == '-';
    return begins ? strncmp(flag, name, length) == 0 : strcmp(flag, name) == 0;
}

// -fNAME, -fno-NAME and the same with -m.
static bool is_gcc_flag(const char *word)
{
    static const char *const names[] = {
#define GCC_FLAG(name) name,
#include "program/gcc_flags.def"
    };
    if (word[0] != '-' || (word[1] != 'f' && word[1] != 'm'))
        return false;
    const char *flag = word + (strncmp(word + 2, "no-", 3) == 0 ? 5 : 2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][0] == word[1] && matches_flag(names[i] + 2, flag))
            return true;
    return false;
}

static bool is_refused(const char *word, const char *messages)
{
    char *quoted = memory_format("'%s'", word);
    bool refused = false;
    for (const char *at = messages; !refused && (at = strstr(at, ": error: ")); at++) {
        const char *end = at + strcspn(at, "\n"), *found = strstr(at, quoted);
        refused = found && found < end;
    }
    memory_free(quoted);
    return refused;
}

char *gcc_flags_drop(struct command *command, const char *messages)
{
    char *dropped = NULL;
    uint32_t kept = 1;
    for (uint32_t i = 1; i < command->words.size; i++) {
        char *word = command->words.data[i];
        if (!is_gcc_flag(word) || !is_refused(word, messages)) {
            command->words.data[kept++] = word;
            continue;
        }
        char *more = memory_format("%s %s", dropped ? dropped : "", word);
        memory_free(dropped);
        memory_free(word);
        dropped = more;
    }
    if (command->words.size)
        command->words.size = kept;
    return dropped;
}
