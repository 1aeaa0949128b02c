// Visible operations: what threads do that others can notice.
#ifndef HEDDLE_MACHINE_OPERATION_H
#define HEDDLE_MACHINE_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#define OPERATION_MAX_ACCESSES 4u

enum operation_kind {
#define OPERATION(name, ...) OPERATION_##name,
#include "machine/operations.def"
    OPERATION_KIND_COUNT
};

// What is known of a kind of operation; operations.def says what each means.
enum operation_trait {
    OPERATION_LOCKS = 1,
    OPERATION_UNLOCKS = 2,
    OPERATION_HIDES = 4,
    OPERATION_FOLLOWED = 8,
    OPERATION_REPEATS = 16,
};
struct operation_facts {
    const char *name;
    unsigned traits; // enum operation_trait, together
    const char *waiting, *stuck;
};
extern const struct operation_facts operation_facts[OPERATION_KIND_COUNT];
// The text of a kind in operations.def; whether it has a trait.
static inline const char *operation_name(enum operation_kind kind)
{
    return operation_facts[kind].name;
}
static inline bool operation_has(enum operation_kind kind, enum operation_trait trait)
{
    return operation_facts[kind].traits & trait;
}

// Memory is sequentially consistent; the memory orders (enum access_order of program.h) decide which accesses
// happen before which for data races.

// Accesses that commute with each other: updates whose results are not used, looks at an object of a lock
// or the like, unread writes; COMMUTE_NO: any other.
enum access_commute {
    COMMUTE_NO,
    COMMUTE_ADD,
    COMMUTE_AND,
    COMMUTE_OR,
    COMMUTE_XOR,
    COMMUTE_MIN,
    COMMUTE_MAX,
    COMMUTE_UMIN,
    COMMUTE_UMAX,
    COMMUTE_LOOK, // of what others may count up and down while they only read it, and was not changed
    COMMUTE_STORE // a plain write to memory that nobody reads meanwhile (machine_options.unread_writes)
};

// A range of memory an operation touches. Synchronisation is memory too: a lock writes its mutex.
struct access {
    uint64_t address, size;
    bool write;
    bool atomic;
    uint8_t order;   // enum access_order
    uint8_t commute; // enum access_commute
    bool partial;    // some of the range, an input decides which, or nothing decides whether at all
};

// A private critical section (docs/peeking.md) is a lock that only reads.
struct operation {
    enum operation_kind kind;
    uint32_t access_count;
    bool await;         // a read or update that waits until it can leave its loop
    bool lifetime;      // all that matters of its accesses is that the memory is there
    bool interruptible; // it waits (or may, before operation_begin), and looks for a call as well, see
                        // delivery.h
    uint64_t about;     // the address of what it is about, where that is not its first access; else 0
    struct access access[OPERATION_MAX_ACCESSES];
};

// Whether the operation can be disabled in some state.
bool operation_may_block(const struct operation *operation);
// The address of the mutex, barrier, variable, ... that the operation is about; 0: none.
uint64_t operation_object(const struct operation *operation);

// Whether two accesses share a byte.
static inline bool access_overlap(const struct access *a, const struct access *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

// Two operations are dependent if two of their ranges overlap, one of them written, unless both update the
// same memory in a way that commutes.
static inline bool access_conflict(const struct access *a, const struct access *b)
{
    return (a->write || b->write) && access_overlap(a, b) &&
           !(a->commute && a->commute == b->commute && a->address == b->address && a->size == b->size);
}

#endif
