// How functions of libc and pthreads are modelled: one function a native (program/natives.def), named
// native_NAME, found through one table (native.c). Private to src/machine.
//
// A native is called when the running thread stands at its call instruction, and may be called again at the
// same instruction: after a scheduling point, after a choice, for its next phase. It must therefore not
// change anything before it has all the permissions and decisions it needs. The usual shape:
//
//     enum native_result native_sem_post(struct machine *m, struct call *c)
//     {
//         uint64_t address;
//         if (!call_concrete(m, c, 0, &address))      // forks when the argument is symbolic
//             return NATIVE_STOPPED;
//         struct operation op = operation_on(OPERATION_SEM_POST, address, 16, true);
//         if (!operation_begin(m, &op))                // scheduling point; checks the range; notes the
//         access
//             return NATIVE_STOPPED;
//         ... native_load / native_store ...
//         return call_return(m, c, 0);
//     }
#ifndef HEDDLE_MACHINE_NATIVE_H
#define HEDDLE_MACHINE_NATIVE_H

#include "machine/address.h"
#include "machine/stand_in.h"

enum native_result {
    NATIVE_DONE,    // the thread goes on after the call
    NATIVE_AGAIN,   // the thread stays at the call; the native is called again (it has advanced state.phase)
    NATIVE_ENTERED, // a function was entered with call_enter; when it returns the native is called again
    NATIVE_STOPPED, // a helper below has stopped the thread (scheduling point, choice, violation, ...): just
                    // return
};

struct call {
    const struct instruction *instruction;
    const uint32_t *operands;        // the list, see program.h
    const struct function *function; // the declaration called
};

typedef enum native_result native_function(struct machine *m, struct call *c);

// Number of fixed and variadic words; the value of fixed word i. Registers that are missing (a call with too
// few arguments) read as an indeterminate value.
uint32_t call_count(const struct call *c);
struct value call_argument(struct machine *m, const struct call *c, uint32_t i);
// Copies a string of the checked program for people, up to the room; what cannot be read, and what depends on
// inputs, ends it.
void call_text(struct machine *m, struct value address, char *text, size_t room);
// The argument as a machine word: a symbolic one is forked over all its values. False: stopped (a choice).
bool call_concrete(struct machine *m, const struct call *c, uint32_t i, uint64_t *bits);
// An argument that points to `size` bytes: forked over the live objects that it can point into, with
// all else as one violation of `memory`. A word that no input decides is not checked. False: stopped.
bool call_pointer(struct machine *m, const struct call *c, uint32_t i, uint64_t size, bool write,
                  uint64_t *address);
// A pointer argument that may be null instead.
bool call_optional_pointer(struct machine *m, const struct call *c, uint32_t i, uint64_t size, bool write,
                           uint64_t *address);
// A pointer argument that points to the start of a heap block, or is null.
// `explain`: the message about others, for a call of `function`.
typedef void explain_release_function(struct machine *m, const char *function, uint64_t address, char *text,
                                      size_t size);
bool call_block(struct machine *m, const struct call *c, uint32_t i, explain_release_function *explain,
                const char *function, uint64_t *address);
// A length in bytes and the pointers to as many: decides first whether all of them are in range, then over
// the pointers and lengths. The pointers mean nothing where the length is 0. False: stopped.
struct call_range {
    uint32_t argument;
    bool write;
    uint64_t address; // out
};
bool call_ranges(struct machine *m, const struct call *c, uint32_t length, struct call_range *ranges,
                 uint32_t count, uint64_t *size);
// The size of what is to be allocated (argument i, `scale` times as much). What never succeeds, more than
// half of the address space, is told apart by *refused; what only the machine has no room for is not
// modelled.
bool call_allocation(struct machine *m, const struct call *c, uint32_t i, uint64_t scale, bool *refused,
                     uint64_t *size);
// One of the numbers (ascending): *which; `count`: any other, which is one alternative. `*bits`: the number;
// of others, where an input decides, none in particular.
bool call_number(struct machine *m, const struct call *c, uint32_t i, const uint64_t *numbers, uint32_t count,
                 uint32_t *which, uint64_t *bits);
// The address of a function, as a word; what is none is a violation of `memory` (`what`: step_no_function).
bool call_function(struct machine *m, const struct call *c, uint32_t i, const char *what, uint64_t *address);
// Sets the result, if it is used, and ends the native: phase 0 again. Returns NATIVE_DONE.
enum native_result call_return(struct machine *m, const struct call *c, uint64_t bits);
enum native_result call_return_value(struct machine *m, const struct call *c, struct value v);
enum native_result call_return_void(struct machine *m, const struct call *c);
// Enters the function at that address (of a function) with up to two word arguments. When the function
// returns, the native is called again, in phase `phase`; the first word of the result is in
// m->current->state.result then.
enum native_result call_enter(struct machine *m, const struct call *c, uint64_t function_address,
                              uint32_t argument_count, const struct value *arguments, uint32_t phase);
// The phase of the running native; changing it is undone as everything else. scratch: state.scratch[i].
uint32_t call_phase(const struct machine *m);
void call_set_phase(struct machine *m, uint32_t phase);
uint64_t call_scratch(const struct machine *m, uint32_t i);
void call_set_scratch(struct machine *m, uint32_t i, uint64_t value);

// A range that synchronises.
static inline struct access operation_access(uint64_t address, uint64_t size, bool write)
{
    return (struct access){
        .address = address, .size = size, .write = write, .atomic = true, .order = ORDER_SEQ_CST};
}
// One range.
static inline struct operation operation_on(enum operation_kind kind, uint64_t address, uint64_t size,
                                            bool write)
{
    return (struct operation){
        .kind = kind, .access_count = 1, .access = {operation_access(address, size, write)}};
}
// Another range of the same operation.
static inline void operation_add(struct operation *op, uint64_t address, uint64_t size, bool write)
{
    op->access[op->access_count++] = operation_access(address, size, write);
}

// Whether the operation the thread stands at could be executed now. Kinds without an entry always can.
typedef bool enabled_function(struct machine *m, const struct thread *t, const struct operation *op);
extern enabled_function *const operation_enabled[OPERATION_KIND_COUNT];

// Begins a visible operation. Every range must lie in a live object, else a `memory` violation is raised. If
// nothing of it is visible (no other thread could interfere) it is executed at once where it is enabled.
// True: go on and execute; the accesses are part of the event. False: stopped at a scheduling point (or
// blocked, or violated). Call it exactly once per phase, before changing anything.
bool operation_begin(struct machine *m, const struct operation *op);
// The operation that the native has begun accesses this as well, which was not known before; called before
// anything there is changed.
void operation_reaches(struct machine *m, uint64_t address, uint64_t size, bool write);
// The operation that the native has begun has left its object, the first range, as it was, because of what it
// found there: it commutes with others that have as well (docs/reduction.md, outcome).
void operation_looked(struct machine *m);

// Memory for natives: no scheduling point of their own (the operation's ranges must cover them), checked for
// validity. False: a violation was raised, or the content is symbolic where a word is needed (then
// unmodelled): stopped. size 1, 2, 4 or 8 bytes. `native_load` treats uninitialised bytes as indeterminate:
// initialised[0] tells, if not NULL.
bool native_load(struct machine *m, uint64_t address, unsigned size, uint64_t *bits, bool *initialised);
bool native_store(struct machine *m, uint64_t address, unsigned size, uint64_t bits);
// Loads a value that may depend on inputs. Uninitialised bytes are inputs. False: stopped.
bool native_load_value(struct machine *m, uint64_t address, unsigned size, struct value *v);
// For operation_enabled: reads without checks and without side effects; 0 where it cannot.
uint64_t native_peek(const struct machine *m, uint64_t address, unsigned size);

// A choice among n alternatives (2 or more), all explored. Call before changing anything, after
// operation_begin. False: stopped, the native is called again and then gets an answer.
bool native_choose(struct machine *m, uint32_t n, uint32_t *answer);

// Raise a violation of a property at the present instruction: the thread never goes on. If the property is
// not asked for, nothing is reported but the thread does not go on either (the behaviour is undefined).
enum native_result native_violation(struct machine *m, enum property property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum native_result native_unmodelled(struct machine *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Threads, for natives. pthread_t is the address of the thread's shadow object, or of another one's that is
// over (identifiers.h). The thread that has the handle; NULL: there is none.
struct thread *thread_of_handle(struct machine *m, uint64_t handle);
// Argument 0, over the threads there are; any other value that it can have is one violation, of `action`.
// False: stopped.
bool call_thread(struct machine *m, const struct call *c, const char *action, uint64_t *handle);
// Whether it was ended (pthread_exit, cancellation), or has called the last destructor of a value. Not: its
// start routine has returned, and destructors run.
bool thread_is_ending(const struct thread *t);
uint64_t thread_handle(struct machine *m, const struct thread *t);
// The address of its shadow object, which holds its state.
static inline uint64_t thread_shadow(const struct machine *m, const struct thread *t)
{
    return m->memory.objects.data[t->shadow].base;
}
// Creates a thread that will call the function with the argument. It runs to its first visible operation in
// this step, once the running thread has stopped. NULL: the running thread was stopped, since there can be no
// such thread, which is reported, or since something was learnt.
struct thread *thread_create(struct machine *m, uint64_t function_address, struct value argument,
                             uint64_t stack_size, bool detached);
// Fields of a thread's shadow object (it is memory: use native_load and native_store with its address plus
// these).
enum {
    SHADOW_ENDED = 0,
    SHADOW_DETACHED = 4,
    SHADOW_JOINED = 8,
    SHADOW_WAITING = 12,
    SHADOW_COND = 16, // native_cond.c
    SHADOW_CANCEL = 24,
    SHADOW_CANCEL_STATE = 32, // native_cancel.c
    SHADOW_KEY_COUNT = 36,
    SHADOW_KEYS = 40,
    SHADOW_VALUES = 48,
    SHADOW_ROUND = 56,
    SHADOW_NEXT_KEY = 60, // native_key.c
    SHADOW_DEADLINE = 64, // native_cond.c
    SHADOW_ROBUST = 72,   // native_robust.c
    SHADOW_FUTEX = 80,    // native_futex.c
    SHADOW_FREE = 96,
    SHADOW_HANDLE = 100,
    SHADOW_HEIR = 104,        // identifiers.h
    SHADOW_CANCEL_COME = 108, // native_cancel.c
    SHADOW_SIZE = 112
};
// The running thread ends with this result (pthread_exit, thrd_exit): key destructors run, then it is over.
enum native_result thread_exit(struct machine *m, struct value result);
// The program ends at the running thread once its destructor functions have run.
enum native_result thread_exit_program(struct machine *m);
// A number unique to the thread and never 0, for owner fields: its number plus 1. Main has another one where
// it stands in for a thread that has ended (stand_in.h), since it does not hold what it held before.
enum { STAND_IN_OWNER_ID = MACHINE_MAX_THREADS + 1 };
static inline uint32_t thread_owner_id(const struct thread *t)
{
    return thread_stands_in(t) ? STAND_IN_OWNER_ID : t->number + 1;
}

// Joins: true when the target has ended and is now joined; false when the running thread waits for it
// (stopped): the native is called again when the target has ended.
bool thread_join(struct machine *m, struct thread *target);
// A thread that has ended is joined, by an operation that conflicts with its end: that orders the two.
// False: stopped.
bool thread_joined(struct machine *m, const struct thread *target);
// The next destructor of a thread-specific key that the ending thread has to call; false: none left
// (native_key.c).
bool thread_next_destructor(struct machine *m, struct thread *t, uint64_t *function, uint64_t *argument);
// The ending thread gives back the robust mutexes that it holds (native_robust.c). False: stopped, to be
// called again.
bool robust_end(struct machine *m);
// errno of the running thread, where the program uses it at all. False: stopped.
bool native_set_errno(struct machine *m, int value);
// As native_store for a value that may be symbolic; publishes what it points to when the memory is shared.
bool native_store_value(struct machine *m, uint64_t address, unsigned size, struct value v);

static inline bool is_64_bit(const struct machine *m)
{
    return m->program->pointer_bits == 64;
}

#define NATIVE(name, ...) native_function native_##name;
#include "program/natives.def"

#endif
