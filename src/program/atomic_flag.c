#include "program/atomic_flag.h"

#include "program/c_tokens.h"

#include <stddef.h>
#include <string.h>

// Behind the word, blanks and line markers; NULL: another word is here, or there was none before.
static const char *behind_flag_word(const char *at, const char *word)
{
    if (!at || !c_is_word_at(at, word))
        return NULL;
    at = c_skip_blanks(c_skip_word(at));
    while (*at == '#')
        at = c_skip_blanks(c_skip_directive(at));
    return at;
}

static bool ends_as_atomic_flag(const char *structure)
{
    const char *end = *structure == '{' ? strchr(structure, '}') : NULL;
    return end && c_is_word_at(c_skip_blanks(end + 1), "atomic_flag");
}

bool atomic_flag_plain(char *text)
{
    static const char keyword[] = "_Atomic";
    bool changed = false;
    for (char *at = text; (at = strstr(at, keyword)); at++) {
        const char *structure = behind_flag_word(behind_flag_word(at, keyword), "struct");
        if (structure && ends_as_atomic_flag(structure)) {
            memset(at, ' ', strlen(keyword));
            changed = true;
        }
    }
    return changed;
}
