// What an execution did, as a concurrent trace program needs it (src/predict/trace_program.h): only with
// machine_options.follow. Every read of memory that threads share is a variable of its own; what is written
// there, and what was decided, are terms over these variables and over inputs. So what a thread does between
// two of its reads needs no event: locals are eliminated.
#ifndef HEDDLE_MACHINE_FOLLOWED_H
#define HEDDLE_MACHINE_FOLLOWED_H

#include "machine/machine.h"

// Inputs of this maker stand for reads (term.h).
#define FOLLOWED_READS ((uint64_t)1 << 62)

enum followed_kind {
    FOLLOWED_OPERATION, // a visible operation; the reads and writes behind it, of the same thread, are its
                        // own
    FOLLOWED_SILENT,    // a visible operation while no other thread lives: no step of a schedule
    FOLLOWED_READ,      // up to 8 bytes, of the last operation
    FOLLOWED_WRITE,
    FOLLOWED_CONDITION, // what was decided; the thread goes on in this way only if it holds
    FOLLOWED_CREATE,    // of thread `other`, which begins here
    FOLLOWED_JOIN,      // with `other`, which has ended
};
// How it was decided: a condition that held, or did not; or which value something had.
enum followed_side { FOLLOWED_FALSE, FOLLOWED_TRUE, FOLLOWED_VALUE };
struct followed_item {
    uint8_t kind; // enum followed_kind
    uint8_t size; // READ, WRITE: bytes
    bool ordered; // OPERATION: it does more than its reads and writes say; all that conflicts with it stays
                  // in the order of the execution
    bool fixed;   // READ: the thread did what it did only for the value that it read
    uint8_t operation; // OPERATION: enum operation_kind
    uint32_t thread, code, other;
    uint32_t place;   // OPERATION: its code index in the user's code
    uint32_t region;  // OPERATION: the region in which the thread was before it (machine_region)
    uint64_t address; // READ, WRITE
    uint64_t value;   // READ: what was read; CONDITION: enum followed_side
    term t;      // READ: its variable, or where `fixed` its value; WRITE: what was written; CONDITION. Of
                 // reads and writes as many bits as bytes
    term before; // READ, WRITE: what memory held before; CONDITION of FOLLOWED_VALUE: the term that was given
                 // its value; else TERM_NONE
    uint32_t access_begin, access_count; // OPERATION that is `ordered`: what it accesses
};
// All of the present execution so far, in its order. Valid until the machine steps.
const struct followed_item *machine_followed(struct machine *machine, uint32_t *count);
const struct access *machine_followed_accesses(const struct machine *machine);
// The name of an input without a model on which the execution so far depends; NULL: there is none. Owned by
// the caller.
char *machine_followed_unmodelled(const struct machine *machine);
// The values of inputs that the execution has, by their index (term_input_count).
void machine_followed_model(const struct machine *machine, uint64_t *values, uint32_t count);

#endif
