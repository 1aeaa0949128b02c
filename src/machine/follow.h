// Following one execution: decisions go the way of the inputs' values, without the solver, and what was
// decided, read and written is kept as terms (followed.h). Shared memory then holds words only: what is
// written is noted as a term, and stored as the word that it is in this execution. Private to src/machine.
#ifndef HEDDLE_MACHINE_FOLLOW_H
#define HEDDLE_MACHINE_FOLLOW_H

#include "machine/followed.h"
#include "machine/observer.h"

struct follow;

// Whether decisions follow the model.
static inline bool follow_wanted(const struct machine *m)
{
    return m->options.follow;
}
// An input was made: it has the value that options.input_value gives it.
void follow_input(struct machine *m, term input);
// The value of a term in the execution.
uint64_t follow_value(struct machine *m, term t);
// The running thread decides a condition: it is as in the model.
bool follow_decide(struct machine *m, term condition);
// A value as the word that it is in the model, which is noted as a condition.
uint64_t follow_concretise(struct machine *m, struct value v);

// An access of the running thread to the object, that was permitted or needs no permission: whether it is one
// that reads and writes have to be noted of. Begins it.
bool follow_access(struct machine *m, const struct object *o, bool visible);
// What was read of the object by an access that was begun: a value of `width` bits that stands for it.
struct value follow_read(struct machine *m, struct object *o, uint64_t offset, unsigned size, unsigned width);
// What is about to be written by it: the word to store.
struct value follow_write(struct machine *m, struct object *o, uint64_t offset, unsigned size,
                          struct value v);
// An operation of a native is about to be executed: notes what it accesses.
void follow_native(struct machine *m, const struct operation *op, bool visible);
// The operation of a native that is being executed is about to make a further access.
void follow_reached(struct machine *m, const struct access *access);
// The last operation will be executed again from its beginning: takes it out of the log.
void follow_retract(struct machine *m);
// A thread was created, or joined.
void follow_thread(struct machine *m, uint32_t from, uint32_t to, bool join);
// The object becomes shared.
void follow_share(struct machine *m, struct object *o);

#endif
