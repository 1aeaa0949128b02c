#include "program/cbmc_words.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/memory.h"
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

// ---- tokens: what follows the one at a place of a text that ends with a zero

static bool is_part_of_c_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *skip_word(const char *at)
{
    while (is_part_of_c_name(*at))
        at++;
    return at;
}

// Behind the comment that begins here; `at`, if none does.
static const char *skip_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] != '/' || at[1] != '*')
        return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static const char *skip_blanks_and_comments(const char *at)
{
    for (const char *next;; at = next) {
        next = skip_comment(at + strspn(at, " \t\r\n\v\f"));
        if (next == at)
            return at;
    }
}

static const char *skip_literal(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at + (*at == quote);
}

static const char *skip_token(const char *at)
{
    if (is_part_of_c_name(*at))
        return skip_word(at);
    return *at == '"' || *at == '\'' ? skip_literal(at) : at + (*at != 0);
}

static const char *skip_directive(const char *at)
{
    while (*at && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

// ---- statements

static bool is_word_at(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && !is_part_of_c_name(at[length]);
}

// Whether an expression or a compound statement may begin here.
static bool is_simple(const char *at)
{
    static const char *const keywords[] = {"if",     "else",    "for",   "while",    "do",
                                           "switch", "goto",    "break", "continue", "return",
                                           "case",   "default", "asm"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (is_word_at(at, keywords[i]))
            return false;
    return !is_part_of_c_name(*at) || *skip_blanks_and_comments(skip_word(at)) != ':'; // another label
}

// The end of a statement, or NULL.
static const char *statement_end(const char *at)
{
    bool compound = *at == '{';
    unsigned depth = 0;
    if (!is_simple(at))
        return NULL;
    for (; *at; at = skip_blanks_and_comments(skip_token(at))) {
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
    at = skip_blanks_and_comments(skip_word(at));
    return *at == ':' ? skip_blanks_and_comments(at + 1) : NULL;
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
        const char *next = starts_line && *at == '#' ? skip_directive(at) : skip_comment(at);
        starts_line = *at == '\n' || (starts_line && (next > at || isspace((unsigned char)*at)));
        at = next > at ? next : skip_token(at);
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
