// Linear conditions on places: what preconditions are conjunctions of, besides places that must hold just
// what they hold.
//
// The value of a place is a whole number: its content as a signed number, of one bit 0 or 1. Sums of them are
// sums of whole numbers, which never wrap; where the program's own arithmetic could wrap, the one who builds
// a literal says under which ranges it does not, and these are literals too (docs/design.md 8).
#ifndef HEDDLE_SUMMARY_LITERAL_H
#define HEDDLE_SUMMARY_LITERAL_H

#include <stdbool.h>
#include <stdint.h>

enum place_kind {
    PLACE_REGISTER, // of a thread: `where` is its number << 32 | number of the register on its stack
    PLACE_MEMORY,   // `where` is the address; the width is a whole number of bytes
    PLACE_HELD,     // no place of the program: used while something is replaced
};
struct literal_place {
    uint64_t where;
    uint8_t kind;
    uint8_t width; // bits, 1 .. 64
};

// A register of a thread, as `where`.
static inline uint64_t register_where(uint32_t thread, uint32_t number)
{
    return (uint64_t)thread << 32 | number;
}
// The thread and the number of a register, of its `where`.
static inline uint32_t where_thread(uint64_t where)
{
    return (uint32_t)(where >> 32);
}
static inline uint32_t where_number(uint64_t where)
{
    return (uint32_t)where;
}

struct literal_part {
    struct literal_place place;
    int64_t factor;
};

#define LITERAL_PARTS 8u

enum relation {
    RELATION_AT_MOST, // the sum is at most the constant
    RELATION_EQUAL,   // both are equal modulo 2 to the power of `width`
    RELATION_UNEQUAL,
};
struct literal {
    uint8_t relation, width, count;
    uint32_t hash; // of the sum
    int64_t constant;
    struct literal_part part[LITERAL_PARTS]; // in order, every place once, no factor 0
};

// A sum that takes a place's place.
struct sum {
    uint32_t count; // at most 2
    int64_t constant;
    struct literal_part part[2];
};
// A place, times a factor; a constant, as a number with sign.
static inline struct sum sum_of(struct literal_place place, int64_t factor)
{
    return (struct sum){.count = 1, .part = {{place, factor}}};
}
struct sum sum_constant(uint64_t bits, unsigned width);
// a + factor * b, of at most two places.
struct sum sum_add(struct sum a, const struct sum *b, int64_t factor);

// Whether two places are one; their order for sorting: below 0, 0 or above 0.
static inline bool place_equal(const struct literal_place *a, const struct literal_place *b)
{
    return a->where == b->where && a->kind == b->kind && a->width == b->width;
}
int place_compare(const struct literal_place *a, const struct literal_place *b);

// Content of a place as a number.
int64_t place_number(const struct literal_place *place, uint64_t bits);

enum literal_truth { LITERAL_TRUE, LITERAL_FALSE, LITERAL_OPEN };
// Brings a literal into its normal form: order, one part a place, factors without a common divisor. What
// holds (or not) whatever the places hold is LITERAL_TRUE (FALSE).
enum literal_truth literal_normalise(struct literal *literal);
// left - right `relation` constant: a literal in normal form.
enum literal_truth literal_difference(struct literal *literal, enum relation relation, uint8_t width,
                                      const struct sum *left, const struct sum *right, int64_t constant);
// Puts a sum where part `index` is, and normalises. False: numbers or parts become too many; the literal is
// as it was. *truth is set if true.
bool literal_replace(struct literal *literal, uint32_t index, const struct sum *sum,
                     enum literal_truth *truth);
// The first part that is about that place, whatever its width; -1: none.
int literal_find(const struct literal *literal, enum place_kind kind, uint64_t where);
// Whether it holds where the places hold these numbers.
bool literal_holds(const struct literal *literal, const int64_t *numbers);
bool literal_equal(const struct literal *a, const struct literal *b);
// Whether the same sum is bounded by both (RELATION_AT_MOST).
bool literal_same_sum(const struct literal *a, const struct literal *b);

// Packed: as words, without the parts that it does not have. Equal literals are equal words.
uint32_t literal_packed_words(const struct literal *literal);
// Both return what comes next.
uint64_t *literal_pack(uint64_t *to, const struct literal *literal);
const uint64_t *literal_unpack(const uint64_t *from, struct literal *literal);
static inline uint32_t packed_words(const uint64_t *packed)
{
    return 2 + 3 * (uint32_t)(packed[0] >> 16 & 0xff);
}
// Whether packed literal `b` is at least as much as `a` says: the same, or a bound of the same sum.
bool packed_implies(const uint64_t *b, const uint64_t *a);

#endif
