// Private to src/term: the table of nodes and what the simplifier reads from it.
#ifndef HEDDLE_TERM_TABLE_H
#define HEDDLE_TERM_TABLE_H

#include "base/index.h"
#include "base/vector.h"
#include "term/term.h"
#include "term/value.h"

// The first two nodes of every table.
#define TERM_FALSE 1u
#define TERM_TRUE 2u

#define TERM_FLAG_FLOAT 1u // contains floating-point arithmetic

// How deep rules may build terms while building a term. Beyond it, terms are still folded, but not simplified
// further: the C stack is bounded whatever the terms look like.
#define TERM_RULE_DEPTH 200u

// What is known of every value a term can take: bits that are 0, bits that are 1, unsigned bounds. For terms
// of more than 64 bits the bits are those of the low 64, and the bounds say nothing.
struct term_facts {
    uint64_t zeros, ones, low, high;
};

// One remembered call of a builder (operation, operands): building the same again is the common case, since
// every interleaving computes the same values. The newest takes the place of what has the same slot.
struct term_memo {
    uint32_t operation;
    term a, b, c;
    term result;
};

struct term_value {
    uint64_t low;
    uint32_t epoch;
};

struct term_evaluation {
    struct term_value *memo; // by term; valid where epoch is the current one
    uint64_t *high;          // upper 64 bits of wide terms, by term; NULL until there is one
    uint32_t capacity, high_capacity, epoch;
    const uint64_t *values;
    uint32_t count;
    VECTOR(term) stack;
};

// Interned sets of input indices: set 0 is "not computed", set 1 is the empty set.
struct term_input_set {
    uint32_t start, size; // in `members`
};
struct term_input_union {
    uint64_t pair; // of sets; 0: free
    uint32_t result;
};
#define TERM_INPUT_UNIONS 256u
struct term_input_sets {
    VECTOR(struct term_input_set) sets;
    VECTOR(uint32_t) members;
    uint32_t *of_term;
    uint32_t of_term_capacity;
    struct index index;
    struct term_input_union unions[TERM_INPUT_UNIONS]; // remembered
    VECTOR(term) stack;
};

struct term_renamed_input {
    term image;
    uint32_t since; // epoch from which on it has been its image
    uint32_t given; // epoch in which it was given last
};
// The image of a term holds from the epoch of its stamp until that of an input changes.
struct term_renaming {
    VECTOR(struct term_renamed_input) inputs; // by index
    term *image;
    uint32_t *stamp;
    uint32_t capacity, epoch;
    VECTOR(term) stack;
};

struct terms {
    struct term_node *nodes;
    struct term_facts *facts;
    uint32_t count, capacity;
    struct index index; // of the nodes
    struct term_memo *memo;
    unsigned depth; // of rules being applied
    VECTOR(struct term_input) inputs;
    struct index input_index;
    bool has_wide; // a term of more than 64 bits exists
    struct term_evaluation evaluation;
    struct term_input_sets sets;
    struct term_renaming renaming;
};

// The node with these parts, made when there is none; a constant instead when the facts leave one value only.
term table_intern(struct terms *terms, enum term_kind kind, unsigned width, term a, term b, term c,
                  uint64_t value);

// Appends an input that is not there yet.
void table_add_input(struct terms *terms, const struct term_input *input);

term table_constant_wide(struct terms *terms, unsigned width, wide value);
bool table_is_constant_wide(const struct terms *terms, term t, wide *value);

static inline enum term_kind table_kind(const struct terms *terms, term t)
{
    return (enum term_kind)terms->nodes[t].kind;
}
static inline unsigned table_width(const struct terms *terms, term t)
{
    return terms->nodes[t].width;
}
static inline term table_kid(const struct terms *terms, term t, unsigned i)
{
    return terms->nodes[t].kid[i];
}
static inline bool table_is(const struct terms *terms, term t, enum term_kind kind)
{
    return terms->nodes[t].kind == kind;
}
// Facts that do not name a flag of a node: a constant of at most 64 bits.
static inline bool table_is_constant(const struct terms *terms, term t)
{
    return terms->nodes[t].kind == TERM_CONSTANT;
}
static inline bool table_is_value(const struct terms *terms, term t, uint64_t value)
{
    return terms->nodes[t].kind == TERM_CONSTANT && terms->nodes[t].value == value;
}
// A constant of any width.
static inline bool table_is_any_constant(const struct terms *terms, term t)
{
    const struct term_node *n = &terms->nodes[t];
    return n->kind == TERM_CONSTANT ||
           (n->kind == TERM_CONCAT && n->width > 64 && terms->nodes[n->kid[0]].kind == TERM_CONSTANT &&
            terms->nodes[n->kid[1]].kind == TERM_CONSTANT);
}
static inline bool table_is_zero(const struct terms *terms, term t)
{
    wide value;
    return table_is_constant_wide(terms, t, &value) && value == 0;
}

#endif
