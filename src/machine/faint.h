// Comparisons of states that leave out faint values (analysis/faint.h): a thread that goes round a loop which
// changes nothing but what never decides anything has come back, though its counters go on counting.
// docs/awaits.md says why that is sound. Private to src/machine.
//
// The analysis takes time, and most programs do not need it. It is made where a thread goes on and on without
// an effect. Where it does visible operations that is learnt (LEARNT_FAINT): the exploration starts again, so
// that the same rounds have no effect throughout, and a replay knows. A loop without visible operations
// (pace.h) is recognised whenever it is met, and a search for threads that go round for ever (await_stuck.c)
// answers a question: they use the analysis for themselves.
#ifndef HEDDLE_MACHINE_FAINT_H
#define HEDDLE_MACHINE_FAINT_H

#include "analysis/live.h"
#include "machine/observer.h"

#define FAINT_CACHE_SIZE 1024u

// The answer for a line of objects of one kind and index.
struct faint_line {
    uint64_t name, line; // name: kind and index, never 0
    uint64_t bytes;
};

struct faint {
    bool used;     // comparisons leave out faint values: once learnt, until LEARNT_UNFORESEEN is
    bool computed; // the following are there
    struct faint_values *values; // NULL: nothing is faint
    struct live *live;           // registers that are not
    struct faint_line cache[FAINT_CACHE_SIZE];
};

// Faint values are to be left out: whether there are any, and no property looks at values themselves. From
// now on accesses are compared with what the analysis rests on (expected.h).
bool faint_begin(struct machine *m);
// The running thread goes on and on without an effect. True: from now on faint values are left out; stopped,
// to start again.
bool faint_learn(struct machine *m);
// Whether a thread that has done so many visible operations without an effect has gone on long enough; the
// larger the program, the longer the analysis takes.
bool faint_is_time(const struct machine *m, uint32_t looks);
// Whether so many instructions without a visible operation are enough.
bool faint_is_time_alone(const struct machine *m, uint64_t instructions);

// What the three functions below ask where comparisons leave faint values out.
uint64_t faint_bytes_in(const struct machine *m, const struct object *o, uint64_t line);
bool faint_range(const struct machine *m, uint64_t address, uint64_t size);
struct live *faint_registers(const struct machine *m);
// Whether faint values may choose if the instruction is executed.
bool faint_may_choose(const struct machine *m, uint32_t code);
// Whether the thread, whose place is known, or one of its callers is at such an instruction: there a thread
// may get on though nothing but faint values changes. At visible operations none is.
bool faint_passes_time(const struct machine *m, const struct thread *t);

// The bytes of a line that comparisons leave out, a bit each.
static inline uint64_t faint_bytes(const struct machine *m, const struct object *o, uint64_t line)
{
    return m->faint->used ? faint_bytes_in(m, o, line) : 0;
}

// Whether they leave out all of a range, which is memory.
static inline bool faint_covers(const struct machine *m, uint64_t address, uint64_t size)
{
    return m->faint->used && faint_range(m, address, size);
}

// The registers that they look at.
static inline struct live *faint_live(const struct machine *m)
{
    return m->faint->used ? faint_registers(m) : m->live;
}

#endif
