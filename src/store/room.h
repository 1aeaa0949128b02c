// Makes room in a store: removes the entries that are worth least (store.h says which those are).
#ifndef HEDDLE_STORE_ROOM_H
#define HEDDLE_STORE_ROOM_H

#include "store/entries.h"

// Before `need` bytes are written. `hard`: as if so many more were. False: the database has failed.
bool room_make(struct entries *entries, uint64_t need, uint64_t hard);

#endif
