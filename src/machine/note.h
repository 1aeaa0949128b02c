// Notes of what a step did, for finding data races (explore/data_race.h): accesses by visible operations,
// what synchronises, and when private memory becomes shared, in the order in which it happened. Kept only
// where the property data-race is asked for. Private to src/machine.
#ifndef HEDDLE_MACHINE_NOTE_H
#define HEDDLE_MACHINE_NOTE_H

#include "machine/observer.h"

// Whether accesses are noted for data races.
static inline bool note_wanted(const struct machine *m)
{
    return m->options.properties & 1u << PROPERTY_DATA_RACE;
}

// How many there are; and taking back those beyond so many.
uint32_t note_count(const struct machine *m);
void note_shrink(struct machine *m, uint32_t count);

// The running thread has come to an operation that waits.
void note_await(struct machine *m, const struct operation *op);
// The compare-exchange that was noted last has changed nothing: it is a read of that order.
void note_failed(struct machine *m, unsigned order);
void note_fence(struct machine *m, unsigned order);
// The running thread created or joined another.
void note_thread(struct machine *m, enum note_kind kind, uint32_t other);
// The object, private so far, becomes shared.
void note_share(struct machine *m, const struct object *o);
// An atomic section begins or ends.
void note_section(struct machine *m, enum note_kind kind);

// Synchronisation through the key `offset` of the object at `address`.
void note_key(struct machine *m, enum note_kind kind, uint64_t address, unsigned offset);
// Synchronisation through a lock, which the running thread holds from here on or no longer. `lock`: the
// operation that takes it. Regions that locks make (regions.h) begin and end here, too, whatever is asked
// for.
void note_lock(struct machine *m, enum note_kind kind, uint64_t address, unsigned offset,
               enum operation_kind lock);
// What was released to one key of an object moves to another.
void note_pass(struct machine *m, uint64_t address, unsigned from, unsigned to);

// An access to the object that no note tells of: where other threads could race with it, the execution ends
// as unmodelled. False: stopped.
bool note_unseen(struct machine *m, const struct object *o, const char *what);

#endif
