// Inclusion-based (Andersen) points-to analysis of a whole program: which memory each instruction may touch,
// which functions each call may reach, what escapes to unmodelled code (docs/design.md 7.8; AGA section 4).
// Field sensitive by byte offsets (not where a pointer may point to very many parts of objects), heap by
// allocation site with up to two calls as its context, function pointers resolved on the fly.
//
// What is assumed (and nothing else): an access stays within the objects that its address was computed from.
// A pointer keeps the objects it was made from through any arithmetic, through memory, and through copies in
// pieces. An address computed from numbers alone may be that of any object (the unknown object, forged.c),
// unless it is a constant: then of what lies there. Not covered: what clang folds to other constants
// ((uintptr_t)&a * 2), an offset that is such a number and leads to another object, a number that lies among
// addresses where parts of an object are not told apart, numbers that are given as variable arguments to
// functions of the runtime library (printf("%s", ...)) or used as thread handles and keys, and the offset of
// a pointer of which single bytes are overwritten through a variable index. Executions notice what is not
// covered (machine/expected.h); proofs without executions ask address_numbers.h first.
#ifndef HEDDLE_ANALYSIS_POINTS_TO_H
#define HEDDLE_ANALYSIS_POINTS_TO_H

#include "program/program.h"

#define UNKNOWN_SIZE UINT64_MAX

// Abstract objects, numbered 0 .. points_to_object_count - 1. Object 0 is ABSTRACT_UNKNOWN.
enum abstract_kind {
    ABSTRACT_UNKNOWN,      // what is not known; aliases every object
    ABSTRACT_GLOBAL,       // index: in program->globals
    ABSTRACT_THREAD_LOCAL, // index: in program->globals; an instance a thread
    ABSTRACT_STACK,        // index: in program->sites; an instance an execution of the allocation
    ABSTRACT_HEAP,      // index: the call instruction of the allocating native; context: that of its function
    ABSTRACT_FUNCTION,  // index: in program->functions
    ABSTRACT_ARGUMENTS, // argv, what it points to, and the environment
    ABSTRACT_VARARGS,   // index: the variadic function: the object with its variable arguments
    ABSTRACT_THREAD,    // index: the call instruction that creates the thread, NO_CODE: main. What a handle
                        // (pthread_t, thrd_t) points to
    ABSTRACT_KEY,       // index: the call instruction that creates the thread-specific key
    ABSTRACT_KIND_COUNT
};

enum {
    ABSTRACT_SINGLE = 1,   // one concrete object in an execution (globals); else possibly many
    ABSTRACT_CONSTANT = 2, // never written
    ABSTRACT_ESCAPED = 4,  // reachable by unmodelled code
    ABSTRACT_RUNTIME = 8,  // of heddle's runtime library
};

struct abstract_object {
    uint8_t kind;     // enum abstract_kind
    uint8_t flags;    // ABSTRACT_ flags
    uint32_t index;   // see enum abstract_kind
    uint32_t context; // heap: who called the function with the allocation (points_to_context); NO_CODE: any
    uint64_t size;    // bytes, or UNKNOWN_SIZE
};

// Where in an object: offset + n * stride for any integer n. Stride 0: exactly there. Stride 1: anywhere.
struct place {
    uint32_t object;
    uint32_t stride;
    int64_t offset; // 0 .. stride - 1 where there is a stride
};
#define ANY_OFFSET_STRIDE 1u

struct place_set {
    struct place *data;
    uint32_t size, capacity;
};

enum points_to_access_kind {
    ACCESS_MEMORY, // load, store, read-modify-write, memory functions, data that natives read or write
    ACCESS_SYNC,   // the state of a mutex, condition variable, semaphore, barrier, once flag, key or thread
    ACCESS_FREE,   // the end of an object: free, realloc, leaving a function (its stack objects)
    ACCESS_ESCAPE, // unmodelled code: anything that has escaped
    ACCESS_KIND_COUNT
};

struct points_to_access {
    struct place place;
    uint64_t size; // bytes from the place on, or UNKNOWN_SIZE
    bool read, write, atomic;
    uint8_t kind; // enum points_to_access_kind
};

struct access_list {
    struct points_to_access *data;
    uint32_t size, capacity;
    bool by_address; // it accesses memory by an address, also where that points nowhere (null)
    // Accesses besides that many instructions have in common; NULL: none. They have no such lists themselves.
    const struct access_list *common[2];
    uint32_t number; // of such a list: 0 .. points_to_common_count - 1
};

// All accesses of a list: struct access_cursor c = {list}; while ((access = access_next(&c))) ...
struct access_cursor {
    const struct access_list *list;
    uint32_t at;
};

// The next access; NULL: that was all. Owned by the list.
static inline const struct points_to_access *access_next(struct access_cursor *c)
{
    uint32_t at = c->at++;
    if (at < c->list->size)
        return &c->list->data[at];
    at -= c->list->size;
    for (unsigned k = 0; k < 2 && c->list->common[k]; k++) {
        if (at < c->list->common[k]->size)
            return &c->list->common[k]->data[at];
        at -= c->list->common[k]->size;
    }
    return NULL;
}

static inline bool access_list_empty(const struct access_list *list)
{
    return !list->size && !list->common[0];
}

struct points_to;

// Never fails. Owned by the caller; refers to the program, which must outlive it.
struct points_to *points_to_compute(const struct program *program);
void points_to_free(struct points_to *pt);

// How many abstract objects there are; one of them, below that number, valid until the analysis is asked for
// more.
uint32_t points_to_object_count(const struct points_to *pt);
const struct abstract_object *points_to_object(const struct points_to *pt, uint32_t object);

// The calls that a heap object was allocated by way of: how many, at most two; calls[0] is the one that
// entered the function with the allocation, calls[1] the one that entered the function with that call. 0:
// any.
uint32_t points_to_context(const struct points_to *pt, const struct abstract_object *object,
                           uint32_t calls[2]);

// Lists below are owned by the analysis and valid until points_to_free; NULL is never returned. A query may
// compute its answer when it is asked first.

// All that the register may point to where the instruction reads it (or, written and not read, after it):
// registers are reused for unrelated values, which this keeps apart.
const struct place_set *points_to_operand(struct points_to *pt, uint32_t code, uint32_t register_number);
// What the fixed word `argument` of the call at `code` may point to, register or constant.
const struct place_set *points_to_argument(struct points_to *pt, uint32_t code, uint32_t argument);
// The memory that the instruction may touch, for every opcode. Empty: none. An address that points nowhere
// that is known (null, a number) gives no place when it is only ever a constant, else the unknown object.
const struct access_list *points_to_accesses(struct points_to *pt, uint32_t code);
// How many lists of accesses in common there are by now.
uint32_t points_to_common_count(const struct points_to *pt);
// The functions (numbers) that the instruction may enter: calls; for natives the functions they call back or
// start: pthread_create and thrd_create (the start routine, and destructors of thread-specific keys, which
// run at the thread's end), pthread_once, call_once; unmodelled functions: every function that has escaped. A
// direct call of a function without body is its own callee.
const uint32_t *points_to_callees(struct points_to *pt, uint32_t code, uint32_t *count);
// The start routines only, without key destructors, for pthread_create and thrd_create.
const uint32_t *points_to_started(struct points_to *pt, uint32_t code, uint32_t *count);
// Destructors of thread-specific keys.
const uint32_t *points_to_key_destructors(struct points_to *pt, uint32_t *count);
// Whether code of the function can run: reachable from main, constructors, destructors, exit, thread starts.
bool points_to_reachable(const struct points_to *pt, uint32_t function);
// What the content of an object may point to: places stored in it anywhere.
const struct place_set *points_to_content(struct points_to *pt, uint32_t object);

// Whether the two ranges may share a byte. Sizes in bytes or UNKNOWN_SIZE. The unknown object overlaps every
// object.
bool places_overlap(const struct place *a, uint64_t size_a, const struct place *b, uint64_t size_b);

#endif
