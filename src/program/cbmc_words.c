#include "program/cbmc_words.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/memory.h"
#include "program/c_tokens.h"
#include "program/preprocessed.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
} types[] = {
    {"__CPROVER_bool", "_Bool"},
    {"__CPROVER_size_t", "__SIZE_TYPE__"},
    {"__CPROVER_ssize_t", "__PTRDIFF_TYPE__"},
    {"__CPROVER_thread_local", "_Thread_local"},
};

static const char label[] = "__CPROVER_ASYNC_";
static const char before[] = "{ extern void __runtime_async(void (^)(void)); __runtime_async(^{ ",
                  after[] = " }); }";

// ---- statements

// Whether an expression or a compound statement may begin here.
static bool is_simple(const char *at)
{
    static const char *const keywords[] = {"if",     "else",    "for",   "while",    "do",
                                           "switch", "goto",    "break", "continue", "return",
                                           "case",   "default", "asm"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (c_is_word_at(at, keywords[i]))
            return false;
    return !c_is_part_of_name(*at) || *c_skip_blanks(c_skip_word(at)) != ':'; // another label
}

// The end of a statement, or NULL.
static const char *statement_end(const char *at)
{
    bool compound = *at == '{';
    unsigned depth = 0;
    if (!is_simple(at))
        return NULL;
    for (; *at; at = c_skip_blanks(c_skip_token(at))) {
        if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && depth-- == 0)
            return NULL;
        if (*at == '#')
            return NULL;
        if (depth == 0 && *at == (compound ? '}' : ';'))
            return at + 1;
    }
    return NULL;
}

// The statement behind the label at `at`, or NULL.
static const char *labelled(const char *at)
{
    if (strncmp(at, label, strlen(label)) != 0)
        return NULL;
    at = c_skip_blanks(c_skip_word(at));
    return *at == ':' ? c_skip_blanks(at + 1) : NULL;
}

// ---- the whole text

char *cbmc_threads(const char *text)
{
    byte_vector made = {0};
    const char *kept = text; // what is not yet in `made`
    bool starts_line = true;
    if (!strstr(text, label))
        return NULL;
    for (const char *at = text; *at;) {
        const char *statement = labelled(at), *end = statement ? statement_end(statement) : NULL;
        if (end) {
            bytes_add(&made, kept, (size_t)(at - kept));
            bytes_add(&made, before, strlen(before));
            for (const char *line = at; (line = memchr(line, '\n', (size_t)(statement - line))); line++)
                bytes_add(&made, "\n", 1);
            bytes_add(&made, statement, (size_t)(end - statement));
            bytes_add(&made, after, strlen(after));
            kept = at = end;
        }
        const char *next = starts_line && *at == '#' ? c_skip_directive(at) : c_skip_comment(at);
        starts_line = *at == '\n' || (starts_line && (next > at || isspace((unsigned char)*at)));
        at = next > at ? next : c_skip_token(at);
    }
    if (made.size > 0)
        bytes_add(&made, kept, strlen(kept) + 1);
    return (char *)made.data;
}

void cbmc_add_types(struct command *command, const char *file)
{
    struct error ignored = {0}; // the compiler reads the file, too, and says what is wrong
    size_t length;
    char *text = file_read(file, FILE_LIMIT_SOURCE, &length, &ignored);
    for (size_t i = 0; text && i < sizeof types / sizeof *types; i++)
        if (preprocessed_lacks_type(text, types[i].name))
            command_format(command, "-D%s=%s", types[i].name, types[i].meaning);
    memory_free(text);
    error_free(&ignored);
}
