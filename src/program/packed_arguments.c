#include "program/packed_arguments.h"

#include "program/c_tokens.h"

#include <stddef.h>
#include <string.h>

static const char word[] = "__builtin_va_arg_pack"; // and the word with `_len` behind it

// At the end of the compound statement that begins here, or of the text.
static char *compound_end(char *at)
{
    unsigned depth = 0;
    for (; *at; at = (char *)c_skip_blanks(c_skip_token(at))) {
        depth += *at == '{';
        depth -= *at == '}';
        if (!depth)
            return at;
    }
    return at;
}

static bool is_reserved(const char *name)
{
    return strncmp(name, "__", 2) == 0;
}

static bool is_keyword_with_parenthesis(const char *at)
{
    return c_is_word_at(at, "if") || c_is_word_at(at, "return") || c_is_word_at(at, "sizeof");
}

// Of anything but a variable with a reserved name.
static bool is_assignment(const char *at, const char *before)
{
    bool comparison = at[1] == '=' || strchr("=!<>", *before);
    return (at[0] == '=' && !comparison && !is_reserved(before)) || (at[0] == '+' && at[1] == '+') ||
           (at[0] == '-' && at[1] == '-');
}

// Whether it calls functions with reserved names only, which cannot be the program's, and sets nothing of the
// program's.
static bool only_checks(const char *at, const char *end)
{
    for (const char *before = " "; at < end;) {
        const char *next = c_skip_blanks(c_skip_token(at));
        bool call = c_is_part_of_name(*at) && *next == '(' && !is_keyword_with_parenthesis(at);
        if (is_assignment(at, before) || (call && !is_reserved(at)))
            return false;
        before = at;
        at = next;
    }
    return true;
}

static void blank_body(char *at, const char *end)
{
    *at++ = ';';
    for (; at <= end; at++)
        if (*at != '\n')
            *at = ' ';
}

bool packed_arguments_drop(char *text)
{
    bool changed = false;
    const char *found = strstr(text, word); // the next place
    for (char *at = (char *)c_skip_blanks(text); found && *at;) {
        if (*at == '#') {
            at = (char *)c_skip_blanks(c_skip_directive(at));
            continue;
        }
        char *end = *at == '{' ? compound_end(at) : at;
        if (*at == '{' && *end && found < end && only_checks(at, end)) {
            blank_body(at, end);
            changed = true;
        }
        if (found < end)
            found = strstr(end, word);
        at = (char *)c_skip_blanks(c_skip_token(end));
    }
    return changed;
}
