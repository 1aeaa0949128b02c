// <regex.h>, in the C locale: a pattern is a tree (regex_parse.c), from which an automaton is made
// (regex_states.c) that finds where a match begins and ends (regex_match.c). Which part of the text each
// subexpression matched is then found by walking down the tree (regex_groups.c).
#ifndef HEDDLE_RUNTIME_REGEX_H
#define HEDDLE_RUNTIME_REGEX_H

#include "runtime/runtime.h"

enum { REGEX_EXTENDED = 1, REGEX_ICASE = 2, REGEX_NEWLINE = 4, REGEX_NOSUB = 8 }; // of regcomp
enum { REGEX_NOTBOL = 1, REGEX_NOTEOL = 2, REGEX_STARTEND = 4 };                  // of regexec

// Errors, with glibc's numbers.
enum {
    REGEX_NO_MATCH = 1,
    REGEX_BADPAT,
    REGEX_ECOLLATE,
    REGEX_ECTYPE,
    REGEX_EESCAPE,
    REGEX_ESUBREG,
    REGEX_EBRACK,
    REGEX_EPAREN,
    REGEX_EBRACE,
    REGEX_BADBR,
    REGEX_ERANGE,
    REGEX_ESPACE,
    REGEX_BADRPT,
    REGEX_EEND,
    REGEX_ESIZE,
    REGEX_ERPAREN,
};

enum { REGEX_MOST_NODES = 16000, REGEX_MOST_REPEATS = 32767 };

enum regex_kind {
    REGEX_EMPTY,
    REGEX_CHARACTER, // `value`
    REGEX_ANY,
    REGEX_SET,    // of number `value`
    REGEX_ANCHOR, // `value` is of regex_anchor
    REGEX_GROUP,  // `left` in parentheses of number `value`
    REGEX_SEQUENCE,
    REGEX_CHOICE,
    REGEX_STAR,     // of `left`; `value` 1: which stands before it, too
    REGEX_OPTIONAL, // `left`
};

enum regex_anchor {
    ANCHOR_LINE_BEGIN,
    ANCHOR_LINE_END,
    ANCHOR_WORD_BEGIN,
    ANCHOR_WORD_END,
    ANCHOR_WORD_EDGE,
    ANCHOR_NO_WORD_EDGE,
    ANCHOR_TEXT_BEGIN,
    ANCHOR_TEXT_END,
};

struct regex_node {
    unsigned char kind;
    unsigned short value, left, right; // numbers of nodes
    unsigned short entry, exit;        // states; of what consists of others, theirs
};

// What a state does: it goes on to `next` and `other` (SPLIT) or `next` alone, for a character where its kind
// is one of those of nodes that match one, or where the anchor holds, else always.
enum { REGEX_JUMP = 100, REGEX_SPLIT };
struct regex_state {
    unsigned char kind;
    unsigned short value, next, other; // `value` of a jump: twice the number of a group that begins, and 1
                                       // more for one that ends; 0: none
};

struct regex_set {
    uint64_t bits[4];
};

struct regex {
    int flags;
    unsigned short root, node_count, node_room, set_count, set_room, state_count, group_count;
    bool is_ambiguous; // what parentheses match
    struct regex_node *nodes;
    struct regex_set *sets;
    struct regex_state *states;
};

// regex_t
struct regex_buffer {
    struct regex *compiled;
    unsigned long allocated, used, syntax;
    char *fastmap;
    unsigned char *translate;
    size_t groups; // re_nsub
    unsigned char bits;
};

struct regex_range { // regmatch_t
    int begin, end;
};

// Reads the brackets from behind `[` on, which stands at `*at`, and adds the set; 0, or an error.
int __runtime_regex_brackets(struct regex *regex, const char **at, unsigned short *number);
// Adds a set that is not in use yet; false: there is no memory.
bool __runtime_regex_new_set(struct regex *regex, unsigned short *number);
INLINE bool __runtime_regex_has(const struct regex_set *set, unsigned char c)
{
    return set->bits[c / 64] >> c % 64 & 1;
}
INLINE void __runtime_regex_add(struct regex_set *set, unsigned char c)
{
    set->bits[c / 64] |= (uint64_t)1 << c % 64;
}
bool __runtime_regex_is_word(unsigned char c);

// Reads the pattern into the tree; 0, or an error. `groups`: how many parentheses.
int __runtime_regex_parse(struct regex *regex, const char *pattern, size_t *groups);
// Makes the automaton; false: there is no memory.
bool __runtime_regex_make_states(struct regex *regex);

// A text, with what is needed to follow the automaton over it.
struct regex_run {
    const struct regex *regex;
    const char *text;
    size_t length;
    int flags; // of regexec
    unsigned *marks, mark;
    unsigned short *present, *next, *stack;
};
enum { REGEX_NOWHERE = -1 };
// The furthest end, at most `limit`, of what leads from the state `entry` at `begin` to the state `exit`;
// REGEX_NOWHERE: none. With `ends` it is noted for each place, of `begin` as the first, whether it is one.
long __runtime_regex_longest(struct regex_run *run, unsigned entry, unsigned exit, size_t begin, size_t limit,
                             bool *ends);
// What the subexpressions have matched where the whole has matched this part of the text: `count` of them, of
// which number 0 is the whole. False: there is no memory.
bool __runtime_regex_find_groups(struct regex_run *run, size_t begin, size_t end, struct regex_range *groups,
                                 size_t count);

#endif
