// Variables of functions that have returned are no objects any more where nothing can be undone to when they
// lived (memory_release): a program may call functions millions of times. An access to one, the error of
// returning a variable's address, is found all the same, since its address is not given to anything else.
// For its message this remembers the last ones. Private to src/machine.
#ifndef HEDDLE_MACHINE_FORGOTTEN_H
#define HEDDLE_MACHINE_FORGOTTEN_H

#include "machine/state.h"

// The object, a variable that ends with its function, is to be forgotten.
void forgotten_add(struct machine *m, const struct object *o);
// Whether the address, of no object, is that of a variable that was forgotten. An address far outside of some
// object may be one by chance. *o: what it was, as far as naming.h needs that; its site is NO_SITE where that
// is not known any more.
bool forgotten_find(const struct machine *m, uint64_t address, struct object *o);

#endif
