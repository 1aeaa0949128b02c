// Central lists: one for each size class, shared by all threads. Caches fetch objects from them and give them
// back in batches.
//
// A central list owns the spans of its class. It also keeps a few whole batches as they came from a cache
// ("transfer slots"), because most of what one cache gives back another one fetches soon. Objects in transfer
// slots and in caches count as taken from their span.
#ifndef CENTRAL_H
#define CENTRAL_H

#include "object.h"

#include <stdbool.h>

struct central_statistics {
    size_t spans;
    size_t free_objects;     // in spans
    size_t transfer_objects; // in transfer slots
};

// Once, before everything else.
void central_init(void);
// Takes up to `wanted` objects of the class. Returns how many there are in the list; 0 when memory is short.
uint32_t central_take(unsigned size_class, uint32_t wanted, struct object **list);
// Gives the `count` objects of the list back, which all are of the class.
void central_give(unsigned size_class, struct object *list, uint32_t count);
// Empties the transfer slots of all classes, so that spans without users go back to the page heap.
void central_release(void);

void central_statistics(unsigned size_class, struct central_statistics *statistics);
// The same when the lock is held already (central_lock_all).
void central_count(unsigned size_class, struct central_statistics *statistics);
// Holds all central lists still, for the integrity check.
void central_lock_all(void);
void central_unlock_all(void);
// Whether lists, spans and counts of the class agree; `problem` names the first thing that does not. The lock
// is held.
bool central_check(unsigned size_class, const char **problem);

#endif
