// Included before every file of a mutated build (tests/mutate/run): the conditions of the mutated files ask
// heddle_mutate.
#ifndef HEDDLE_TESTS_MUTATE_MUTANT_H
#define HEDDLE_TESTS_MUTATE_MUTANT_H

// A mutant is twice the number of its condition, plus 1 where the condition is always true. ~0u: none.
extern unsigned heddle_mutant;
extern unsigned char *heddle_mutant_seen; // a byte per mutant; NULL: nobody wants to know

static inline _Bool heddle_mutate(unsigned condition, _Bool value)
{
    if (__builtin_expect(heddle_mutant_seen != 0, 0))
        heddle_mutant_seen[2 * condition + value] = 1;
    if (__builtin_expect(heddle_mutant / 2 == condition, 0))
        return heddle_mutant & 1;
    return value;
}

#endif
