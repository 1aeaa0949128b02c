// Sets of thread numbers, which are passed and stored as values. The bits of the first threads lie in the
// value itself; those of all others in a table of parts that never change, of which the value has a number:
// equal parts are kept once. A program with few threads pays nothing for programs that have many.
//
// The table belongs to the thread of the process (as its count of memory does), and is empty again once no
// machine of it is left (thread_sets_use, thread_sets_leave): no set with such threads outlives the machine.
#ifndef HEDDLE_MACHINE_THREAD_SET_H
#define HEDDLE_MACHINE_THREAD_SET_H

#include "base/bit_array.h"
#include "base/bytes.h"

// As many threads as a program may have, main among them, in all executions together: what only one of them
// can reach says so in 16 bits (state.h).
#define MACHINE_MAX_THREADS 65534u

#define THREAD_SET_WORDS 4u
#ifndef THREAD_SET_NEAR
#define THREAD_SET_NEAR                                                                                      \
    (THREAD_SET_WORDS * 64u) // threads below have their bits in the value; tests make it less
#endif
#define THREAD_SET_FAR_WORDS 1024u // words for all others, and some more

struct thread_set {
    uint64_t words[THREAD_SET_WORDS];
    uint64_t far; // a number of the table; 0: none of the other threads
};

// ---- the table (thread_set.c)

// A machine begins to use sets, and does no longer.
void thread_sets_use(void);
void thread_sets_leave(void);

// How much the table holds.
struct thread_sets_mark {
    uint32_t leaves, roots;
};
struct thread_sets_mark thread_sets_mark(void);
// Drops what the table has got since then, so that it does not grow for ever in a search that comes back to
// one state again and again. The caller has none of these sets any more, and nor has its machine; where
// another machine has some, nothing is dropped.
void thread_sets_cut(const struct thread_sets_mark *mark);

bool thread_set_far_has(uint64_t far, uint32_t t);
uint64_t thread_set_far_add(uint64_t far, uint32_t t);
uint64_t thread_set_far_remove(uint64_t far, uint32_t t);
uint64_t thread_set_far_remove_all(uint64_t far, uint64_t others);
uint64_t thread_set_far_unite(uint64_t a, uint64_t b);
uint32_t thread_set_far_count(uint64_t far);
// The first thread of the first that is not in the second, or MACHINE_MAX_THREADS.
uint32_t thread_set_far_first_without(uint64_t a, uint64_t b);
// Whether the two are equal: mostly they have one number then, but not where memory has run out.
bool thread_set_far_equal(uint64_t a, uint64_t b);
// Of bits, the first that of thread THREAD_SET_NEAR.
uint64_t thread_set_far_of(const uint64_t *words, uint32_t count);
// The words of a set of that number of words, of the same order; returns how many there are, without zeros at
// the end.
uint32_t thread_set_far_words(uint64_t far, uint64_t *words);
uint64_t thread_set_far_hash(uint64_t far);

// ---- sets

static inline void thread_set_add(struct thread_set *s, uint32_t t)
{
    if (t < THREAD_SET_NEAR)
        bit_array_add(s->words, t);
    else
        s->far = thread_set_far_add(s->far, t);
}

static inline void thread_set_remove(struct thread_set *s, uint32_t t)
{
    if (t < THREAD_SET_NEAR)
        bit_array_remove(s->words, t);
    else if (s->far)
        s->far = thread_set_far_remove(s->far, t);
}

// Makes the thread a member, or none.
static inline void thread_set_put_in(struct thread_set *s, uint32_t t, bool in)
{
    if (in)
        thread_set_add(s, t);
    else
        thread_set_remove(s, t);
}

// Takes all of `others` out of s.
static inline void thread_set_remove_all(struct thread_set *s, const struct thread_set *others)
{
    for (uint32_t k = 0; k < THREAD_SET_WORDS; k++)
        s->words[k] &= ~others->words[k];
    if (s->far && others->far)
        s->far = thread_set_far_remove_all(s->far, others->far);
}

static inline bool thread_set_has(const struct thread_set *s, uint32_t t)
{
    return t < THREAD_SET_NEAR ? bit_array_has(s->words, t) : s->far && thread_set_far_has(s->far, t);
}

static inline uint32_t thread_set_count(const struct thread_set *s)
{
    uint32_t n = 0;
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++)
        if (s->words[k])
            n += (uint32_t)__builtin_popcountll(s->words[k]);
    return s->far ? n + thread_set_far_count(s->far) : n;
}

// Adds all of b.
static inline void thread_set_unite(struct thread_set *a, const struct thread_set *b)
{
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++)
        a->words[k] |= b->words[k];
    if (b->far && a->far != b->far)
        a->far = a->far ? thread_set_far_unite(a->far, b->far) : b->far;
}

// The first member of a that is not in b, or MACHINE_MAX_THREADS.
static inline uint32_t thread_set_first_without(const struct thread_set *a, const struct thread_set *b)
{
    for (unsigned k = 0; k < THREAD_SET_WORDS; k++) {
        uint64_t rest = a->words[k] & ~b->words[k];
        if (rest)
            return 64 * k + (uint32_t)__builtin_ctzll(rest);
    }
    return a->far ? thread_set_far_first_without(a->far, b->far) : MACHINE_MAX_THREADS;
}

static inline bool thread_set_equal(const struct thread_set *a, const struct thread_set *b)
{
    return !memcmp(a->words, b->words, sizeof a->words) && thread_set_far_equal(a->far, b->far);
}

// Whether every member of a is one of b.
static inline bool thread_set_within(const struct thread_set *a, const struct thread_set *b)
{
    return thread_set_first_without(a, b) == MACHINE_MAX_THREADS;
}

// Equal sets have equal ones.
static inline uint64_t thread_set_far_key(const struct thread_set *s)
{
    return s->far ? thread_set_far_hash(s->far) : 0;
}

// The member that follows thread t, or MACHINE_MAX_THREADS:
//     for (uint32_t t = thread_set_next(s, 0); t < MACHINE_MAX_THREADS; t = thread_set_next(s, t + 1))
uint32_t thread_set_next(const struct thread_set *s, uint32_t from);

// For another process, or a later one. A set that is damaged is marked so in `from`.
void thread_set_write(const struct thread_set *s, byte_vector *to);
struct thread_set thread_set_read(struct byte_reader *from);

// ---- sets of many, made member by member

struct thread_set_builder {
    struct thread_set set;
    uint32_t words; // of those below; the others have no value yet
    uint64_t far[THREAD_SET_FAR_WORDS];
};

static inline void thread_set_begin(struct thread_set_builder *b)
{
    b->set = (struct thread_set){{0}, 0};
    b->words = 0;
}

// With the members of a set. `far`: others than the near ones will be changed, too.
static inline void thread_set_begin_with(struct thread_set_builder *b, const struct thread_set *s, bool far)
{
    b->set = *s;
    b->words = far ? thread_set_far_words(s->far, b->far) : 0;
}

static inline void thread_set_put(struct thread_set_builder *b, uint32_t t)
{
    if (t < THREAD_SET_NEAR) {
        bit_array_add(b->set.words, t);
        return;
    }
    while (b->words <= (t - THREAD_SET_NEAR) / 64)
        b->far[b->words++] = 0;
    bit_array_add(b->far, t - THREAD_SET_NEAR);
}

static inline bool thread_set_was_put(const struct thread_set_builder *b, uint32_t t)
{
    return t < THREAD_SET_NEAR
               ? bit_array_has(b->set.words, t)
               : (t - THREAD_SET_NEAR) / 64 < b->words && bit_array_has(b->far, t - THREAD_SET_NEAR);
}

// Makes the thread a member, or none.
static inline void thread_set_put_as(struct thread_set_builder *b, uint32_t t, bool in)
{
    if (in)
        thread_set_put(b, t);
    else if (t < THREAD_SET_NEAR)
        bit_array_remove(b->set.words, t);
    else if ((t - THREAD_SET_NEAR) / 64 < b->words)
        bit_array_remove(b->far, t - THREAD_SET_NEAR);
}

static inline struct thread_set thread_set_finish(struct thread_set_builder *b)
{
    if (b->words)
        b->set.far = thread_set_far_of(b->far, b->words);
    return b->set;
}

#endif
