// The set of all states that a search has come to (docs/states.md), each with a number, in the order in which
// they were met. Compared exactly. A state is kept as a list of its parts (a thread, a line of memory), and
// equal parts are kept once: most steps change one or two (as in the collapse compression of Holzmann, 1997).
#ifndef HEDDLE_MACHINE_VISITED_H
#define HEDDLE_MACHINE_VISITED_H

#include "machine/machine.h"

struct visited;
// Empty. The machine has not been started, or was restarted and not started since; its options ask for
// `rounds`. It outlives the set, which has to be made anew when it is restarted.
struct visited *visited_new(struct machine *machine);
// NULL is allowed.
void visited_free(struct visited *visited);

// What else is part of a state, besides what the machine is in.
struct visited_part {
    const uint64_t *words;
    uint32_t size;
};
// Adds the present state, between steps: the machine's, and the `count` parts of `more`. Returns whether it
// is new. *number is that of the machine's state alone, which states that differ in `more` only have in
// common; numbers count up from 0. The machine must have come here by one step from a state that was added,
// at whose mark `since` it was (NULL: from its start).
bool visited_add(struct visited *visited, const struct machine_mark *since, const struct visited_part *more,
                 uint32_t count, uint32_t *number);
// What it took to describe the last one: its words, and the inputs of its terms.
uint64_t visited_work(const struct visited *visited);
uint32_t visited_count(const struct visited *visited);

// The address of the 4 bytes of memory that have changed most often from one content of their line to the
// next: what grows, where states do not come to an end. 0: none has.
uint64_t visited_growth(const struct visited *visited);

#endif
