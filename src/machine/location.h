// What the global control location (machine_location) is made of that changes by and by: digests of all live
// objects made after the start, and of the call stack of each thread. Summaries are found by that location
// and hold for it, so that 128 bits are kept all the way (content.h). Only with machine_options.journal.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_LOCATION_H
#define HEDDLE_MACHINE_LOCATION_H

#include "machine/content.h"
#include "machine/recorded.h"

// An object becomes alive, or is no more or about to change: the digests of those alive are added up.
void location_add_object(struct machine *m, const struct object *o);
void location_remove_object(struct machine *m, const struct object *o);
// A frame has been made on top of another (NULL: it is the first).
void location_set_frame(const struct machine *m, const struct frame *below, struct frame *f);
// A frame has been made that returns to a native, which remembers something.
void location_set_native_frame(const struct machine *m, struct frame *f);

#endif
