// Which object of the machine is which memory of the recorded run, as far as a walk (recorded_walk.h) has
// found out.
#ifndef HEDDLE_PREDICT_RECORDED_OBJECTS_H
#define HEDDLE_PREDICT_RECORDED_OBJECTS_H

#include "base/vector.h"
#include "machine/machine.h"

// Memory of the machine, [base, base + size), that lies at `native` in the recording.
struct recorded_object {
    uint64_t base, size, native;
};
typedef VECTOR(struct recorded_object) recorded_objects;

// The object of the machine that begins at that address; NULL: not known.
const struct recorded_object *recorded_objects_of(const recorded_objects *objects, uint64_t base);
// The object that is natively at that address now, and exists in the machine; NULL: not known.
const struct recorded_object *recorded_objects_at(const recorded_objects *objects,
                                                  const struct machine *machine, uint64_t native);
// Whether the machine's address can be that one natively; then which object that shows.
bool recorded_objects_agree(const recorded_objects *objects, const struct machine *machine, uint64_t address,
                            uint64_t native, struct recorded_object *shown);
// Whether a word of `size` bytes in the machine is natively that one: the same, or a pointer to the same.
bool recorded_objects_same(const recorded_objects *objects, const struct machine *machine,
                           const struct program *program, unsigned size, uint64_t word, uint64_t native);
// What is natively in these bytes is over, or another object lies there now.
void recorded_objects_forget(recorded_objects *objects, uint64_t native, uint64_t bytes);

#endif
