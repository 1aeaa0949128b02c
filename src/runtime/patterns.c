// <fnmatch.h>: patterns of the shell, in the C locale.
#include "runtime/character_classes.h"

int tolower(int c);
char *strstr(const char *text, const char *part);

enum { MATCH, NO_MATCH };
enum { PATH_NAME = 1, NO_ESCAPE = 2, PERIOD = 4, LEADING_DIRECTORY = 8, CASE_FOLD = 16, EXTENDED = 32 };

struct text {
    const char *begin;
    int flags;
};

static int fold_character(const struct text *text, char c)
{
    unsigned char byte = (unsigned char)c;
    return text->flags & CASE_FOLD ? tolower(byte) : byte;
}

// A period that only a period matches.
static bool is_hidden(const struct text *text, const char *at)
{
    return text->flags & PERIOD && *at == '.' &&
           (at == text->begin || (text->flags & PATH_NAME && at[-1] == '/'));
}

// ---- brackets

// Whatever the flags say of upper and lower case, as in glibc.
static bool is_in_class(const char *name, size_t length, unsigned char c)
{
    character_test *has = __runtime_character_class(name, length);
    if (!has)
        __heddle_unmodelled_value("fnmatch with such brackets");
    return has && has(c);
}

// One end of a range, or a character alone. NULL: the pattern ends.
static const char *read_pattern_member(const struct text *text, const char *pattern, char *to)
{
    if (*pattern == '\\' && !(text->flags & NO_ESCAPE))
        pattern++;
    if (*pattern == '[' && (pattern[1] == '.' || pattern[1] == '='))
        __heddle_unmodelled_value("fnmatch with such brackets");
    *to = *pattern;
    return *pattern ? pattern + 1 : NULL;
}

// Behind the bracket, where `has` says whether it has the character; NULL: it does not end, and stands for
// itself.
static const char *read_bracket(const struct text *text, const char *pattern, char c, bool *has)
{
    bool negated = *pattern == '!' || *pattern == '^', found = false;
    pattern += negated;
    for (bool first = true; first || *pattern != ']'; first = false) {
        char low, high;
        const char *end = pattern[0] == '[' && pattern[1] == ':' ? strstr(pattern + 2, ":]") : NULL;
        if (end) {
            found |= is_in_class(pattern + 2, (size_t)(end - pattern) - 2, (unsigned char)c);
            pattern = end + 2;
            continue;
        }
        if (!(pattern = read_pattern_member(text, pattern, &low)))
            return NULL;
        high = low;
        if (pattern[0] == '-' && pattern[1] && pattern[1] != ']' &&
            !(pattern = read_pattern_member(text, pattern + 1, &high)))
            return NULL;
        int folded = fold_character(text, c);
        found |= fold_character(text, low) <= folded && folded <= fold_character(text, high);
    }
    *has = found != negated;
    return pattern + 1;
}

// ---- all of it

static int match(const struct text *text, const char *pattern, const char *at);

// Question marks behind the asterisk take their characters first, and then glibc takes a period for one at
// the beginning, which brackets do not match. For the slash that ends what an asterisk may match it does not
// try an escaped one.
static int match_rest(const struct text *text, const char *pattern, const char *at)
{
    const char *begin = at;
    for (; *pattern == '*' || *pattern == '?'; pattern++)
        if (*pattern == '?' && (!*at || (text->flags & PATH_NAME && *at == '/') || is_hidden(text, at++)))
            return NO_MATCH;
    if (at > begin && text->flags & PERIOD && *at == '.' && *pattern == '[')
        at++;
    for (;; at++) {
        bool last = !*at || (text->flags & PATH_NAME && *at == '/');
        if (!(last && *pattern == '\\' && !(text->flags & NO_ESCAPE)) && match(text, pattern, at) == MATCH)
            return MATCH;
        if (last)
            return NO_MATCH;
    }
}

static int match(const struct text *text, const char *pattern, const char *at)
{
    for (; *pattern; at++) {
        char c = *pattern++;
        bool any = *at && !(*at == '/' && text->flags & PATH_NAME) && !is_hidden(text, at), in = true;
        if (c == '*')
            return is_hidden(text, at) ? NO_MATCH : match_rest(text, pattern, at);
        const char *behind = c == '[' ? read_bracket(text, pattern, *at, &in) : NULL;
        if (behind || c == '?') {
            if (!any || !in)
                return NO_MATCH;
            pattern = behind ? behind : pattern;
            continue;
        }
        if (c == '\\' && !(text->flags & NO_ESCAPE) && !(c = *pattern++))
            return NO_MATCH;
        if (fold_character(text, c) != fold_character(text, *at))
            return NO_MATCH;
    }
    return !*at || (text->flags & LEADING_DIRECTORY && *at == '/') ? MATCH : NO_MATCH;
}

int fnmatch(const char *pattern, const char *string, int flags)
{
    if (flags & EXTENDED && strchr(pattern, '('))
        __heddle_unmodelled_value("fnmatch with FNM_EXTMATCH");
    return match(&(struct text){string, flags}, pattern, string);
}
