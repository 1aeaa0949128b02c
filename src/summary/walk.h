// What the files of the walk backwards share. Private to src/summary/walk*.c.
//
// A walk marks what its precondition is about, so that most instructions cost a look at a mark: registers by
// their numbers, memory by granules of eight bytes. What an instruction gives a place is a *definition*: it
// takes the place of that place in literals, and what was exact makes the operands exact.
#ifndef HEDDLE_SUMMARY_WALK_H
#define HEDDLE_SUMMARY_WALK_H

#include "base/index.h"
#include "machine/journal_words.h"
#include "summary/walker.h"

// Of a register.
enum mark {
    MARK_EXACT = 1,
    MARK_LITERAL = 2, // some literal may be about it
    MARK_TOUCHED = 4, // it is in the list of those that have had a mark
};

// A granule of memory that the precondition is about.
struct watched_granule {
    uint64_t granule;
    uint8_t mask; // exact bytes
    bool literal; // some literal is about bytes of it
};

typedef VECTOR(uint8_t) register_marks; // by register number: enum mark

struct walker {
    const struct program *program;
    const struct machine *machine;
    uint32_t properties;
    bool unwind;
    const uint8_t *relevance; // as in machine_options
    uint32_t *blocks;         // by instruction, where footprints are kept; else NULL
    struct precondition *p;
    VECTOR(register_marks) marks; // by thread
    VECTOR(uint64_t) touched;     // registers, by `where`, that have had a mark in this walk
    VECTOR(struct watched_granule) granules;
    struct index granule_index;
    // the place in the journal
    uint32_t thread, base;
    uint64_t target;                // JOURNAL_TARGET word of the instruction to come; 0: none
    bool held_exact;                // PLACE_HELD is to be exact
    VECTOR(struct literal) changed; // scratch of walk_replace
};

// ---- places (walk_places.c)

// Marks what the precondition is about. Until walk_finish, what is exact is only in the marks.
void walk_begin(struct walker *w);
// Writes what is exact back to the precondition, and takes all marks off.
void walk_finish(struct walker *w);
void walk_free_places(struct walker *w);

// The marks of a register (enum mark).
static inline uint8_t walk_mark(const struct walker *w, uint32_t thread, uint32_t number)
{
    return thread < w->marks.size && number < w->marks.data[thread].size ? w->marks.data[thread].data[number]
                                                                         : 0;
}
// Takes one mark off a register.
static inline void walk_take_mark(struct walker *w, uint32_t thread, uint32_t number, enum mark mark)
{
    if (thread < w->marks.size && number < w->marks.data[thread].size)
        w->marks.data[thread].data[number] &= (uint8_t)~mark;
}
// Whether the precondition is about a register.
static inline bool walk_register_matters(const struct walker *w, uint32_t thread, uint32_t number)
{
    return walk_mark(w, thread, number) & (MARK_EXACT | MARK_LITERAL);
}
// About one of the running thread's frame.
static inline bool walk_matters(const struct walker *w, uint32_t number)
{
    return walk_register_matters(w, w->thread, w->base + number);
}
// Whether it may be about these bytes.
bool walk_memory_matters(const struct walker *w, uint64_t address, uint64_t size);

// From here on the precondition requires that the register, or the bytes, hold what they hold in the present
// execution.
void walk_exact_register(struct walker *w, uint32_t thread, uint32_t number);
void walk_exact_memory(struct walker *w, uint64_t address, uint64_t size);
// walk_exact_register, of the running thread's frame.
static inline void walk_exact_own(struct walker *w, uint32_t number)
{
    walk_exact_register(w, w->thread, w->base + number);
}
// The bytes need not be exact any more. Returns whether some were.
bool walk_take_bytes(struct walker *w, uint64_t address, uint64_t size);

// Marks the places of a literal that the precondition has.
void walk_mark_literal(struct walker *w, const struct literal *literal);
// The places of the literal of that index become exact, in place of the literal.
void walk_make_exact(struct walker *w, uint32_t index);

// ---- literals and definitions (walk_literals.c)

// What a register of the running thread's frame holds.
static inline struct sum walk_own_sum(const struct walker *w, uint32_t number, unsigned width)
{
    uint64_t where = register_where(w->thread, w->base + number);
    return sum_of((struct literal_place){where, PLACE_REGISTER, (uint8_t)width}, 1);
}
// Adds the condition left - right `relation` constant to the precondition.
void walk_compare(struct walker *w, enum relation relation, unsigned width, const struct sum *left,
                  const struct sum *right, int64_t constant);

// What an instruction gives a place.
struct definition {
    unsigned width;     // of the value given
    unsigned congruent; // the sum below is equal to it modulo 2 to the power of this
    bool known;         // false: it is no linear sum
    bool fits;          // it is equal to the sum, under `range`
    bool ranged;        // low <= sum of `range` <= high
    struct sum sum, range;
    int64_t low, high;
};
extern const struct definition definition_unknown;
// A number copied from a place, or a constant.
struct definition definition_copy(struct sum sum, unsigned width);
// The lowest bits of a sum.
struct definition definition_truncated(struct sum sum, unsigned width);
// What the machine computes as that sum, modulo 2 to the power of the width; `fits`: it did not wrap.
struct definition definition_computed(struct sum sum, unsigned width, bool fits);
// The largest number of that many bits.
int64_t largest_number(unsigned width);

// Adds the definition's range to the precondition.
void walk_add_range(struct walker *w, const struct definition *d);
// The literals that are about a place get the definition instead; those that cannot are made_exact. The
// definition may be about the same place, as it was before.
void walk_replace(struct walker *w, enum place_kind kind, uint64_t where, const struct definition *d);
// A register gets the definition. True: it has to hold just what it holds, and so have the operands.
bool walk_define(struct walker *w, uint32_t thread, uint32_t number, const struct definition *d);
static inline bool walk_define_own(struct walker *w, uint32_t number, const struct definition *d)
{
    return walk_matters(w, number) && walk_define(w, w->thread, w->base + number, d);
}
// Memory [address, address + size) gets the definition. True: it has to hold just what it holds.
bool walk_define_memory(struct walker *w, uint64_t address, unsigned size, const struct definition *d);
// Memory was given something that is not followed: what that came from is exact already.
void walk_write_unknown(struct walker *w, uint64_t address, uint64_t size);

// ---- operands (walk_operands.c)

// Takes the registers that the instruction wrote out of the precondition. Returns whether it was about one.
bool walk_forget_results(struct walker *w, const struct instruction *i);
// Whether the precondition is about a register that the instruction wrote.
bool walk_results_matter(struct walker *w, const struct instruction *i);
// The registers that the instruction reads become exact.
void walk_exact_operands(struct walker *w, const struct instruction *i);
// The instruction computes something of its operands that is not followed: if the precondition is about its
// results, the registers that it reads become exact; with `always` in any case.
void walk_opaque(struct walker *w, const struct instruction *i, bool always);

// ---- instructions, with the flags of their journal words

// walk_compute.c
void walk_constant(struct walker *w, const struct instruction *i);
void walk_arithmetic(struct walker *w, const struct instruction *i, unsigned flags);
void walk_comparison(struct walker *w, const struct instruction *i, unsigned flags);
void walk_truncate(struct walker *w, const struct instruction *i);
void walk_extend(struct walker *w, const struct instruction *i, unsigned flags);
void walk_select(struct walker *w, const struct instruction *i, unsigned flags);
void walk_divide(struct walker *w, const struct instruction *i, unsigned flags);
// Registers of the running thread, by their numbers on its stack, whatever their width.
void walk_move(struct walker *w, uint32_t to, uint32_t from);
void walk_set_constant(struct walker *w, uint32_t to, uint64_t bits);

// walk_access.c; `address`: where JOURNAL_ADDRESS is set
void walk_access(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags);

// walk_control.c
void walk_branch(struct walker *w, const struct instruction *i, unsigned flags);
void walk_switch(struct walker *w, const struct instruction *i);
void walk_call(struct walker *w, const struct instruction *i, unsigned flags);
void walk_return(struct walker *w, const struct instruction *i, unsigned flags);

#endif
