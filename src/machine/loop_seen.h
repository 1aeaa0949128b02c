// Which loop of the program's text a thread goes round (docs/awaits.md, "Waiting for ever, and running for
// ever"). What a thread executes in its rounds lies, as far as it is in the lowest frame that the thread
// comes back to, in loops of one function. The loop that it goes round is the innermost one around all of
// that.
#ifndef HEDDLE_MACHINE_LOOP_SEEN_H
#define HEDDLE_MACHINE_LOOP_SEEN_H

#include "analysis/loop_exits.h"

// Nothing has been added to a cleared one.
struct loop_seen {
    uint32_t depth;         // the least number of frames that the thread has had, and
    struct loop_place loop; // the innermost loop around what it executed with so many
};

// Adds what another one has seen of the same thread.
void loop_seen_unite(const struct loop_exits *exits, struct loop_seen *seen, const struct loop_seen *other);
// Whether all that was seen lies in frames above the one with that number, or in this one in the loop.
bool loop_seen_is_within(const struct loop_exits *exits, const struct loop_seen *seen, uint32_t depth,
                         struct loop_place loop);
// Whether it is a loop that the thread could leave: it waits there. Not asked of a cleared one.
bool loop_seen_leads_out(struct loop_exits *exits, const struct loop_seen *seen);

#endif
