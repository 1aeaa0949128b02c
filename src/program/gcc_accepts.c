#include "program/gcc_accepts.h"

#include "base/memory.h"
#include "program/preprocessed.h"

#include <string.h>

static bool command_has(const struct command *command, const char *word)
{
    for (uint32_t i = 0; i < command->words.size; i++)
        if (strcmp(command->words.data[i], word) == 0)
            return true;
    return false;
}

// Adds PREFIX NAME, with the name up to the quotation mark at its end, unless it is there. False: it is.
static bool add_name(struct command *command, const char *prefix, const char *name)
{
    char *word = memory_format("%s%.*s", prefix, (int)strcspn(name, "'\n"), name);
    bool added = !command_has(command, word);
    if (added)
        command_add(command, word);
    memory_free(word);
    return added;
}

// Behind the text in the messages from `at` on; NULL: it is not there.
static const char *text_behind(const char *at, const char *text)
{
    const char *found = strstr(at, text);
    return found ? found + strlen(text) : NULL;
}

// Whether the first note behind an error is this one.
static bool is_noted(const char *at, const char *note)
{
    const char *next = strstr(at, "previous"), *error = strstr(at, "error: ");
    return next && (!error || next < error) && strncmp(next, note, strlen(note)) == 0;
}

static bool refuses_atomic_type(const char *messages)
{
    for (const char *at = messages; (at = text_behind(at, "error: address argument to atomic "));) {
        const char *type = strstr(at, "_Atomic(");
        if (type && type < at + strcspn(at, "\n"))
            return true;
    }
    return false;
}

static bool has_words_of_gcc(const char *messages)
{
    return strstr(messages, "error: unknown type name '_Float") ||
           strstr(messages, "error: '__malloc__' attribute takes no arguments");
}

bool gcc_accepts_find(struct gcc_accepts *accepts, const char *messages)
{
    bool more = !accepts->atomics && refuses_atomic_type(messages);
    accepts->atomics |= more;
    if (!accepts->words && has_words_of_gcc(messages))
        accepts->words = more = true;
    for (const char *at = messages; (at = text_behind(at, "redefinition of '"));)
        if (strncmp(at + strcspn(at, "'\n"), "' as different kind of symbol", 29) == 0)
            more |= add_name(&accepts->builtins, "-fno-builtin-", at);
    for (const char *at = messages; (at = text_behind(at, "conflicting types for '"));)
        if (is_noted(at, "previous implicit declaration is here"))
            more |= add_name(&accepts->declarations, "", at);
    return more;
}

static const char macro[] = "__heddle_declarations"; // see include/heddle/gcc/declarations.h

static void add_header(const char *include, const char *name, struct command *command)
{
    command_add(command, "-include");
    command_format(command, "%s/heddle/%s", include, name);
}

// As `void f();`, all in one macro.
static void add_declarations(const struct command *names, const char *include, struct command *command)
{
    char *text = memory_format("-D%s=", macro);
    for (uint32_t i = 0; i < names->words.size; i++) {
        char *longer = memory_format("%svoid %s();", text, (const char *)names->words.data[i]);
        memory_free(text);
        text = longer;
    }
    command_add(command, text);
    memory_free(text);
    add_header(include, "gcc/declarations.h", command);
}

bool gcc_accepts_needs_macros(const struct gcc_accepts *accepts)
{
    return accepts->declarations.words.size > 0 || accepts->atomics;
}

void gcc_accepts_add(const struct gcc_accepts *accepts, const char *include, const char *file,
                     struct command *command)
{
    if (accepts->words)
        preprocessed_add_words(command, file);
    for (uint32_t i = 0; i < accepts->builtins.words.size; i++)
        command_add(command, accepts->builtins.words.data[i]);
    if (accepts->declarations.words.size && include)
        add_declarations(&accepts->declarations, include, command);
    if (accepts->atomics && include)
        add_header(include, "gcc/atomics.h", command);
}

bool gcc_accepts_in_messages(const char *messages)
{
    return strstr(messages, macro) != NULL;
}

void gcc_accepts_free(struct gcc_accepts *accepts)
{
    command_free(&accepts->builtins);
    command_free(&accepts->declarations);
}
