// What heddle-lower --instrument makes a program call (src/lower/instrument.c), besides heddle_record_event
// and heddle_record_here (inline.c).
#ifndef HEDDLE_RECORD_INSTRUMENTED_H
#define HEDDLE_RECORD_INSTRUMENTED_H

#include <stddef.h>
#include <stdint.h>

// Which sides of a copy nobody but the function that makes it can reach.
enum { RECORDED_TO_PRIVATE = 1, RECORDED_FROM_PRIVATE = 2 };

// Make the copy (the two may overlap), or fill, and record it.
void *heddle_record_move(uint32_t place, void *to, const void *from, uint64_t size, uint32_t flags);
void *heddle_record_set(uint32_t place, void *to, int byte, uint64_t size);

// Before a load that is recorded after it, with that event's head and address: in programs that are steered.
void heddle_record_before(uint64_t head, const void *address);

// Before and after an atomic access of that address; what comes between happens at once.
void heddle_record_atomic_begin(uint32_t place, const void *address);
void heddle_record_atomic_end(uint64_t head, const void *address);

// An access by code that was not instrumented, of which all is known but the values. `head`: of the event,
// without a size.
void heddle_record_range(uint64_t head, const void *address, uint64_t size);
// The access of a string, with its zero, of at most `most` bytes.
void heddle_record_string(uint64_t head, const char *text, uint64_t most);
// The accesses of two strings, up to where they differ, of at most `most` bytes.
void heddle_record_compared(uint64_t head, const char *a, const char *b, uint64_t most);

// Before a call of code that was not instrumented; heddle_record_returned comes after it.
void heddle_record_outside(uint32_t place);
// Before a call through a pointer: whether it leads to such code. Then it is as if heddle_record_outside had
// been called. After it, with what was returned.
_Bool heddle_record_is_outside(uint32_t place, const void *function);
void heddle_record_returned(uint32_t place, _Bool outside);
// Outside code, if `outside` says so, may use the object in which the address lies, and what that points to;
// `kept`: also at later calls.
void heddle_record_may_use(uint32_t place, const void *address, _Bool outside, _Bool kept);
// heddle_record_may_use for a variable of `size` bytes.
void heddle_record_may_use_variable(uint32_t place, const void *address, uint64_t size, _Bool outside,
                                    _Bool kept);
// Before and after output to a standard stream: it matters to nobody where that is a file.
void heddle_record_output(uint32_t place, int file, _Bool returned);

#endif
