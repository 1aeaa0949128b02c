#include "program/inline_bodies.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/preprocessed.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {"inline", "__inline", "__inline__"};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static bool is_part_of_identifier(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_identifier(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if (!is_part_of_identifier(at[length]) && (at == text || !is_part_of_identifier(at[-1])))
            return true;
    return false;
}

static bool may_define(const char *text, const struct program *program)
{
    bool has_inline = false;
    for (size_t i = 0; i < KEYWORDS; i++)
        has_inline |= has_identifier(text, keywords[i]);
    if (has_inline && strstr(text, "##"))
        return true;
    for (uint32_t i = 0; has_inline && i < program->functions_count; i++)
        if (program->functions[i].kind == FUNCTION_UNMODELLED &&
            has_identifier(text, program_string(program, program->functions[i].name)))
            return true;
    return false;
}

bool inline_bodies_missing(const struct program *program, const struct dependencies *dependencies)
{
    bool missing = false, found = false;
    for (uint32_t i = 0; i < program->functions_count; i++)
        missing |= program->functions[i].kind == FUNCTION_UNMODELLED;
    for (uint32_t i = 0; missing && !found && i < dependencies->files.size; i++) {
        struct error ignored = {0};
        size_t size;
        char *text = file_read(dependencies->files.data[i], FILE_LIMIT_SOURCE, &size, &ignored);
        found = text && may_define(text, program);
        memory_free(text);
        error_free(&ignored);
    }
    return found;
}

// clang emits the body of an inline function at -O0 where it has to be inlined always; LLVM's passes, which
// would do that, do not run.
void inline_bodies_ask(struct command *command)
{
    command_add(command, "-Xclang");
    command_add(command, "-disable-llvm-passes");
    for (size_t i = 0; i < KEYWORDS; i++)
        command_format(command, "-D%s=%s __attribute__((__always_inline__))", keywords[i], keywords[i]);
}

void inline_bodies_ask_before_source(struct command *command, bool again)
{
    char *source = command->words.data[--command->words.size];
    if (again)
        preprocessed_again(command);
    inline_bodies_ask(command);
    vector_push(&command->words, source);
}
