// Which registers of a thread can still be read (live.h), those of all its frames. Private to src/machine.
#ifndef HEDDLE_MACHINE_READABLE_H
#define HEDDLE_MACHINE_READABLE_H

#include "machine/state.h"

// The registers of a frame of the thread that may be, by their numbers in the frame, ascending; valid until
// the next call. A caller's are those live after its call, the call's result included, which is not
// (readable_register).
const uint32_t *readable_in_frame(const struct machine *m, const struct thread *t, uint32_t frame,
                                  uint32_t *count);
// Whether a register, by its number in the thread, can be.
bool readable_register(const struct machine *m, const struct thread *t, uint32_t number);

#endif
