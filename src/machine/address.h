// Addresses that depend on inputs: the objects they can point to, offsets within one, and what is wrong with
// the rest. Private to src/machine.
//
// An address is split over the live objects it can lie in; all that lies in none is one more alternative, the
// first to be explored, and one violation, reported with one witness value (symbolic_violation). Within an
// object the offset stays a term.
//
// Functions that return bool are as in symbolic.h.
#ifndef HEDDLE_MACHINE_ADDRESS_H
#define HEDDLE_MACHINE_ADDRESS_H

#include "machine/state.h"

#include <stddef.h>

// A property is violated whatever value the path condition lets the term have. Reports it with one of them,
// first tried: `likely`, `likely_count` of them; `explain` writes the message. The thread stops; the path
// condition stays as it is, so that nothing is lost of what others do.
typedef void explain_function(struct machine *m, void *context, uint64_t value, char *text, size_t size);
enum any_value { ANY_READ = 1, ANY_WRITE, ANY_RELEASE, ANY_CALL, ANY_THREAD }; // of machine_report
void symbolic_violation(struct machine *m, enum property property, enum any_value of, term t,
                        const uint64_t *likely, uint32_t likely_count, explain_function *explain,
                        void *context);

// Where an access of `size` bytes goes. Concrete: offset; else offset_term (of pointer width) within the
// object, known to be in bounds.
struct resolved {
    uint32_t object;
    uint64_t offset;
    term offset_term;
};
// Resolves address + displacement for an access. False: stopped; a violation has been raised if it is
// invalid.
bool symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                      bool write, struct resolved *where);
// Resolves the address of an operation that begins later, and may find an object that was released by then or
// before.
bool symbolic_resolve_place(struct machine *m, term address, uint64_t size, bool write,
                            struct resolved *where);
// Resolves the address of a heap block that is to be released: *block. What is wrong is reported by
// `explain`.
bool symbolic_resolve_block(struct machine *m, term address, explain_function *explain, void *context,
                            uint32_t *block);
// Makes the offset a number, where it is a term: the execution forks over its values. False: stopped.
bool symbolic_fix_offset(struct machine *m, struct resolved *where);
// symbolic_fix_offset,  where it has more values than fit one formula. To be called before
// asking for the permission of a visible operation, so that the choices come before it.
bool symbolic_bound(struct machine *m, struct resolved *where, uint64_t size);
// Load and store at a resolved place, symbolic offset included. False: stopped (the offset is being forked
// over).
bool symbolic_load(struct machine *m, struct resolved *where, unsigned size, unsigned width, struct value *v);
bool symbolic_store(struct machine *m, struct resolved *where, unsigned size, struct value v);
// The range of bytes the access can touch.
void symbolic_range(struct machine *m, const struct resolved *where, uint64_t size, uint64_t *address,
                    uint64_t *bytes);

#endif
