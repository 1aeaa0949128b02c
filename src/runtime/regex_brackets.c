// Brackets of regular expressions, in the C locale: single characters, ranges of bytes, classes.
#include "runtime/character_classes.h"
#include "runtime/regex.h"

int isalnum(int c);
int isalpha(int c);
int islower(int c);
int isupper(int c);
int toupper(int c);

bool __runtime_regex_is_word(unsigned char c)
{
    return c == '_' || isalnum(c);
}

bool __runtime_regex_new_set(struct regex *regex, unsigned short *number)
{
    if (regex->set_count == regex->set_room) {
        unsigned short room = (unsigned short)(2 * regex->set_room + 4);
        struct regex_set *sets = realloc(regex->sets, room * sizeof *sets);
        if (!sets)
            return false;
        regex->sets = sets;
        regex->set_room = room;
    }
    *number = regex->set_count++;
    regex->sets[*number] = (struct regex_set){{0}};
    return true;
}

static int add_class(struct regex_set *set, const char *name, size_t length, bool any_case)
{
    character_test *has = __runtime_character_class(name, length);
    if (!has)
        return REGEX_ECTYPE;
    if (any_case && (has == islower || has == isupper))
        has = isalpha;
    for (int c = 0; c < 256; c++)
        if (has(c))
            __runtime_regex_add(set, (unsigned char)c);
    return 0;
}

// One member: a character, or what stands between `[.` and `.]` or the like.
struct member {
    char kind; // '.', '=' or ':'; 0: a character
    unsigned char character;
    const char *name;
    size_t length;
};

// `lonely`: a hyphen there stands for itself, as the first member and as the last one of a range.
static int read_bracket_member(const char **at, bool lonely, struct member *member)
{
    const char *p = *at;
    *member = (struct member){.character = (unsigned char)*p};
    if (!*p)
        return REGEX_EBRACK;
    if (*p == '-' && !lonely && p[1] != ']')
        return REGEX_ERANGE;
    if (*p != '[' || (p[1] != '.' && p[1] != '=' && p[1] != ':')) {
        *at = p + 1;
        return 0;
    }
    char kind = p[1];
    const char *end = p + 2;
    while (*end && (end[0] != kind || end[1] != ']'))
        end++;
    if (!*end)
        return REGEX_EBRACK;
    *member = (struct member){kind, (unsigned char)p[2], p + 2, (size_t)(end - p - 2)};
    *at = end + 2;
    return 0;
}

// For any case letters are compared as upper ones, in texts and patterns.
static void fold_set_case(struct regex_set *set)
{
    for (unsigned char c = 'a'; c <= 'z'; c++) {
        unsigned bit = c % 64;
        set->bits[c / 64] &= ~((uint64_t)1 << bit);
        if (__runtime_regex_has(set, (unsigned char)toupper(c)))
            __runtime_regex_add(set, c);
    }
}

static int add_members(struct regex_set *set, const char **at, const struct member *first, bool any_case)
{
    struct member last = *first;
    if (**at == '-' && (*at)[1] != ']') {
        ++*at;
        int error = read_bracket_member(at, true, &last);
        if (error)
            return error;
        if (first->kind == ':' || last.kind == ':' || first->kind == '=' || last.kind == '=')
            return REGEX_ERANGE;
    } else if (!**at && first->kind != ':' && first->kind != '=') {
        return REGEX_EBRACK;
    }
    if (first->kind == ':')
        return add_class(set, first->name, first->length, any_case);
    if (first->length > 1 || last.length > 1 || (first->kind && !first->length) ||
        (last.kind && !last.length))
        return REGEX_ECOLLATE;
    unsigned from = (unsigned)(any_case ? toupper(first->character) : first->character),
             to = (unsigned)(any_case ? toupper(last.character) : last.character);
    if (from > to)
        return REGEX_ERANGE;
    for (unsigned c = from; c <= to; c++)
        __runtime_regex_add(set, (unsigned char)c);
    return 0;
}

int __runtime_regex_brackets(struct regex *regex, const char **at, unsigned short *number)
{
    if (!__runtime_regex_new_set(regex, number))
        return REGEX_ESPACE;
    struct regex_set *set = &regex->sets[*number];
    bool inverted = **at == '^', any_case = regex->flags & REGEX_ICASE;
    *at += inverted;
    for (bool first = true; first || **at != ']'; first = false) {
        struct member member;
        int error = read_bracket_member(at, first, &member);
        if (!error)
            error = add_members(set, at, &member, any_case);
        if (error)
            return error;
    }
    ++*at;
    if (any_case)
        fold_set_case(set);
    for (int i = 0; inverted && i < 4; i++)
        set->bits[i] = ~set->bits[i];
    if (inverted && regex->flags & REGEX_NEWLINE)
        set->bits[0] &= ~((uint64_t)1 << '\n');
    return 0;
}
