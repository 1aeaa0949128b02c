// The stepper: a table of small functions, one per opcode. Private to src/machine.
//
// A step function executes one instruction of the running thread and returns the next one, or NULL when the
// thread stops; it has then saved where (step_save) and set machine->stop. `r` are the registers of the
// running frame.
#ifndef HEDDLE_MACHINE_STEP_H
#define HEDDLE_MACHINE_STEP_H

#include "machine/address.h"
#include "machine/memory.h"
#include "machine/state.h"
#include "machine/symbolic.h"

// How many instructions run between two questions whether to stop.
#define STEP_INTERRUPT_INTERVAL ((uint64_t)1 << 18)

typedef const struct instruction *step_function(struct machine *m, struct cell *r,
                                                const struct instruction *i);
extern step_function *const step_table[OP_COUNT];

#define OPCODE(name, format) step_function step_##name;
#include "program/opcodes.def"

// Runs the running thread (machine->current), then threads that were created or whose join came through,
// until all stand at visible operations or are over.
enum step_result step_run(struct machine *m);
// After the running thread has stopped: runs the threads that were created or whose join came through.
enum step_result step_others(struct machine *m);

// Notes where the running thread stands, before something may stop it there.
static inline void step_save(struct machine *m, const struct instruction *i)
{
    thread_change(m, m->current)->code = (uint32_t)(i - m->code);
}

// To be called before an integer operation on known words. Where an operand is the handle of a thread, it may
// be learnt that it matters that handles come back (identifiers.h). False: stopped, to start again.
bool step_computes(struct machine *m, const struct instruction *i, uint64_t a, uint64_t b);
// One of the words, or 0, is large enough for that if both together are: what is to be asked first.
#define MAY_COMPUTE(a, b) __builtin_expect(((a) | (b)) >= m->reuse_from, 0)
// step_computes for one operand, a word or a term, of an operation whose result depends on all bits of it, of
// `width` bits.
bool step_computes_value(struct machine *m, const struct instruction *i, unsigned width, struct value v);

// What a cell holds.
static inline struct value cell_value(const struct cell *c)
{
    return (struct value){c->bits, c->t};
}

// The immediate operand `b`, sign extended.
static inline uint64_t immediate_b(const struct instruction *i)
{
    return (uint64_t)(int64_t)(int32_t)i->b & mask_width(i->width);
}

// Stops the thread: sets machine->stop and returns NULL.
const struct instruction *step_stop(struct machine *m, enum step_result why);
// Stops the thread for good.
const struct instruction *step_end(struct machine *m, enum thread_status status);
// Reports a violation at the saved instruction, stops the thread for good. NULL.
const struct instruction *step_violation(struct machine *m, enum property property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// A violation at another place in the program.
const struct instruction *step_violation_at(struct machine *m, enum property property, uint32_t code,
                                            const char *format, ...) __attribute__((format(printf, 4, 5)));
const struct instruction *step_unmodelled(struct machine *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Ends the thread at an access of `size` bytes that memory_at refuses, or that writes to constant memory: a
// violation, or where no file defines the variable something unmodelled.
void step_bad_access(struct machine *m, uint64_t address, uint64_t size, bool write);
// Ends the thread where the object is a variable that no file defines. Whether it did.
bool step_undefined(struct machine *m, const struct object *o);
void step_report(struct machine *m, enum report_kind kind, enum property property, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Pushes a frame for a defined function; arguments are set by the caller in the registers it returns.
// `result` is the caller's register. NULL: too deep, stopped.
struct cell *step_enter(struct machine *m, uint32_t function, uint32_t return_code, uint32_t result);
// Takes so many bytes of the running thread's stack, for `what`. False: it has not so many, a violation.
bool step_stack_has_room(struct machine *m, uint64_t bytes, const char *what);
// Pops the top frame. The caller has released its stack objects and read the results.
void step_leave(struct machine *m);
// Makes machine->registers those of the running thread's top frame.
void step_select_registers(struct machine *m);

// Tells the replay what was read or written.
void step_show(struct machine *m, enum operation_kind kind, uint64_t address, unsigned width, uint64_t bits,
               unsigned flags);
// Tells the replay of an operation that is hidden since it is irrelevant, and executed next.
void step_show_hidden(struct machine *m, enum operation_kind kind, uint64_t address, unsigned width);

// What is in an object of the running thread is about to be gone: a visible operation where others can reach
// it. False: stopped, to be called again.
bool step_end_content(struct machine *m, struct object *o);
// step_end_content where the object may be gone, or may be there again: that is no data race with what other
// threads do to it.
bool step_doubt_content(struct machine *m, struct object *o);
// Ends the life of a stack object or thread-local variable of the running thread: a visible operation where
// others can reach it. False: stopped, to be called again.
bool step_release(struct machine *m, uint32_t object);
// Ends the lives of the running thread's stack objects down to that one. False: stopped, to be called again.
bool step_release_stack(struct machine *m, uint32_t stack_top);
// a op b as a term, for opcodes ADD to SGE.
term step_binary_term(struct machine *m, unsigned op, unsigned width, struct value a, struct value b);
// Whether a op b, one of +, -, * and <<, leaves the signed range: as a term where it depends on inputs, else
// a constant.
term step_signed_overflow(struct machine *m, unsigned op, unsigned width, struct value a, struct value b);
// Undefined arithmetic, for every width (values of more than 64 bits are terms). False: the thread was
// stopped, by a violation or for a choice.
bool step_check_overflow(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                         struct value b);
bool step_check_division(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                         struct value b);
// *valid: whether the amount is below the width. (False: a violation where `overflow` is asked for, and then
// this is, too.)
bool step_check_shift(struct machine *m, const struct instruction *i, unsigned op, struct value a,
                      struct value b, bool *valid);
// Address of the thread's instance of a thread-local variable, made at its first use; 0: out of address
// space.
uint64_t thread_local_address(struct machine *m, struct thread *t, uint32_t index);

// Value of an operand of an operand list.
struct value step_operand(struct machine *m, uint32_t operand);

#endif
