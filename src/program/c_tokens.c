#include "program/c_tokens.h"

#include <ctype.h>
#include <string.h>

bool c_is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

const char *c_skip_word(const char *at)
{
    while (c_is_part_of_name(*at))
        at++;
    return at;
}

const char *c_skip_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] != '/' || at[1] != '*')
        return at;
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

const char *c_skip_blanks(const char *at)
{
    for (const char *next;; at = next) {
        next = c_skip_comment(at + strspn(at, " \t\r\n\v\f"));
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

const char *c_skip_token(const char *at)
{
    if (c_is_part_of_name(*at))
        return c_skip_word(at);
    return *at == '"' || *at == '\'' ? skip_literal(at) : at + (*at != 0);
}

const char *c_skip_directive(const char *at)
{
    while (*at && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

bool c_is_word_at(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && !c_is_part_of_name(at[length]);
}
