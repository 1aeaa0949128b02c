// What is learnt of a program while it is explored (learnt.def): a list of facts, which the machine keeps
// over undo and restart. A fact changes what executions are, so that the exploration starts again when one is
// learnt (STEP_RESTART), and a replay has to know all of them from its start: they are part of a witness.
#ifndef HEDDLE_MACHINE_LEARNT_H
#define HEDDLE_MACHINE_LEARNT_H

#include "base/bytes.h"
#include "base/index.h"
#include "base/vector.h"
#include "program/program.h"

enum learnt_kind {
#define LEARNT(name, text, argument) LEARNT_##name,
#include "machine/learnt.def"
    LEARNT_KIND_COUNT
};
enum learnt_argument {
    LEARNT_HAS_NOTHING,
    LEARNT_HAS_NUMBER,
    LEARNT_HAS_CODE,
    LEARNT_HAS_STATIC,
    LEARNT_HAS_SITES,
    LEARNT_HAS_NAME
};

struct learnt_fact {
    enum learnt_kind kind;
    uint32_t other;
    uint64_t what;
};
typedef VECTOR(struct learnt_fact) learnt_vector;

struct learnt {
    learnt_vector facts; // none twice
    struct index index;
    learnt_vector tried;              // shown in steps that were tried, and not among the facts yet
    uint32_t begun;                   // how many of them the present exploration began with
    bool stale;                       // what was learnt makes a restart necessary
    bool unforeseen;                  // accesses go elsewhere than the analyses say (expected.h)
    bool joins_visible, ends_visible; // these are operations (native_thread.c)
    bool interrupts;                  // signal handlers interrupt other threads (delivery.h)
};

static inline bool learnt_equal(const struct learnt_fact *a, const struct learnt_fact *b)
{
    return a->kind == b->kind && a->what == b->what && a->other == b->other;
}

// What learnt.def says of a kind: its text, and what a fact of it is about.
const char *learnt_name(enum learnt_kind kind);
enum learnt_argument learnt_argument(enum learnt_kind kind);
// Whether a machine of this program may have learnt the fact: to be asked for one from a file.
bool learnt_fits(const struct program *program, const struct learnt_fact *fact);

// Releases what it keeps; the structure itself is the machine's.
void learnt_free(struct learnt *learnt);
// Whether the fact has been learnt.
bool learnt_has(const struct learnt *learnt, const struct learnt_fact *fact);

struct code_carried;
struct machine;
// Facts as bytes; and back: adds them to what the machine has learnt (machine_add_fact). Facts that do not
// fit its program make the reader damaged. `carried`: those of an earlier version of the program, without the
// ones about what has changed; else NULL.
void learnt_write(const struct learnt_fact *facts, uint32_t count, byte_vector *to);
void learnt_read(struct machine *m, struct byte_reader *from, const struct code_carried *carried);
// Facts that leave executions out hold where the program's text shows it, which is asked again of a fact from
// a file: whether all that are known do.
bool learnt_holds(const struct machine *m);
// The running thread has shown a fact. True: it is learnt, and the thread is stopped. False: it was known
// when the exploration began; or it is a replay, which knows what it needs, or a step that is tried (await.h)
// and undone. What such a step shows of addresses, handles, keys and interchangeable threads may be shown by
// no step that is executed, since the thread counts as waiting because of it: learnt_take_tried makes it
// known.
bool machine_learn(struct machine *m, struct learnt_fact fact);
// Outside of steps that are tried: what these have shown becomes known. True: some of it was not; the
// exploration has to start again (machine_must_restart).
bool learnt_take_tried(struct machine *m);

#endif
