#include "program/preprocessed.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/c_tokens.h"

#include <ctype.h>
#include <string.h>

// A word of GCC's, what stands behind it, and the type that clang has for it.
static const struct {
    const char *name, *meaning;
} types[] = {
    {"_Float32", "float"},        {"_Float64", "double"},      {"_Float32x", "double"},
    {"_Float64x", "long double"}, {"_Float128", "__float128"}, {"_Float128x", "__float128"},
};
enum { TYPES = sizeof types / sizeof *types };

// An attribute and built-in functions of GCC's with arguments, and macros for them.
#define OVERFLOWS(operation)                                                                                 \
    "(a,b,c)=({__typeof__((__typeof__(c))0) __heddle_result;__builtin_" operation                            \
    "_overflow(a,b,&__heddle_result);})"
static const struct {
    const char *name, *macro;
} calls[] = {
    {"__malloc__", "(...)=__malloc__"},
    {"__builtin_add_overflow_p", OVERFLOWS("add")},
    {"__builtin_sub_overflow_p", OVERFLOWS("sub")},
    {"__builtin_mul_overflow_p", OVERFLOWS("mul")},
    {"__builtin_speculation_safe_value", "(a,...)=(a)"},
};
enum { CALLS = sizeof calls / sizeof *calls };

static bool is_part_of_macro_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// The next place of the word as a whole, or NULL.
static const char *find_word(const char *text, const char *start, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = start; (at = strstr(at, word)); at += length)
        if (!is_part_of_macro_name(at[length]) && (at == text || !is_part_of_macro_name(at[-1])))
            return at + length;
    return NULL;
}

static char next_nonblank(const char *at)
{
    return at[strspn(at, " \t\n")];
}

bool preprocessed_lacks_type(const char *text, const char *name)
{
    bool used = false;
    for (const char *at = text; (at = find_word(text, at, name)); used = true)
        if (next_nonblank(at) == ';')
            return false;
    return used;
}

static bool has_arguments(const char *text, const char *name)
{
    for (const char *at = text; (at = find_word(text, at, name));)
        if (next_nonblank(at) == '(')
            return true;
    return false;
}

// Behind the word and blanks; NULL: another one is here, or there was none before.
static const char *behind_c_word(const char *at, const char *word)
{
    return at && c_is_word_at(at, word) ? c_skip_blanks(c_skip_word(at)) : NULL;
}

static bool has_narrow_size(const char *text)
{
    for (const char *at = text; (at = find_word(text, at, "typedef"));) {
        const char *type = behind_c_word(c_skip_blanks(at), "unsigned"), *more = behind_c_word(type, "int"),
                   *end = behind_c_word(more ? more : type, "size_t");
        if (end && *end == ';')
            return true;
    }
    return false;
}

bool preprocessed_for_32_bits(const char *file)
{
    struct error ignored = {0}; // the compiler reads the file, too, and says what is wrong
    size_t length;
    char *text = file_read(file, FILE_LIMIT_SOURCE, &length, &ignored);
    bool narrow = text && has_narrow_size(text);
    memory_free(text);
    error_free(&ignored);
    return narrow;
}

// What defines macros and includes files was for the preprocessor, which is through.
static void drop_macros(struct command *command)
{
    static const char *const names[] = {"-D", "-U", "-include", "-imacros"};
    uint32_t kept = 0, removed = 0;
    for (uint32_t i = 0; i < command->words.size; i++) {
        char *word = command->words.data[i];
        for (size_t k = 0; k < sizeof names / sizeof *names && !removed; k++)
            if (strncmp(word, names[k], strlen(names[k])) == 0)
                removed = word[strlen(names[k])] ? 1 : 2;
        if (removed) {
            memory_free(word);
            removed--;
        } else {
            command->words.data[kept++] = word;
        }
    }
    command->words.size = kept;
}

void preprocessed_again(struct command *command)
{
    drop_macros(command);
    command_add(command, "-undef");
    command_add(command, "-xc");
}

bool preprocessed_add_words(struct command *command, const char *file)
{
    struct error ignored = {0}; // the compiler reads the file, too, and says what is wrong
    size_t length;
    uint32_t before = command->words.size;
    char *text = file_read(file, FILE_LIMIT_SOURCE, &length, &ignored);
    for (size_t i = 0; text && i < TYPES; i++)
        if (preprocessed_lacks_type(text, types[i].name))
            command_format(command, "-D%s=%s", types[i].name, types[i].meaning);
    for (size_t i = 0; text && i < CALLS; i++)
        if (has_arguments(text, calls[i].name))
            command_format(command, "-D%s%s", calls[i].name, calls[i].macro);
    memory_free(text);
    error_free(&ignored);
    return command->words.size > before;
}

bool preprocessed_adapt(struct command *command, const char *file)
{
    struct command macros = {0};
    bool any = preprocessed_add_words(&macros, file);
    if (any)
        preprocessed_again(command);
    for (uint32_t i = 0; i < macros.words.size; i++)
        command_add(command, macros.words.data[i]);
    command_free(&macros);
    return any;
}
