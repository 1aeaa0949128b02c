// Whether the reversal of a race with an operation that may block is possible. Private to src/explore.
#ifndef HEDDLE_EXPLORE_BLOCKING_H
#define HEDDLE_EXPLORE_BLOCKING_H

#include "explore/sequence.h"
#include "explore/trace.h"

struct search;

enum possibility { POSSIBLE, IMPOSSIBLE, DEPENDS };

// Whether the two, in conflict, are never enabled together: who holds a lock gives it back in the event, and
// another thread takes it next.
bool blocking_never(const struct event *event, enum operation_kind next);
// Whether the sequence can be executed from before the event `first`, as far as that is known without trying:
// its last item is the operation. The event must have a choice point.
enum possibility blocking_possible(const struct search *s, const struct event *first,
                                   const struct sequence *sequence, const struct operation *operation);
// In the state of the sequence's choice point: executes the sequence but for its last event, looks whether
// that is enabled then, and undoes it all.
enum possibility blocking_try(struct search *s, const struct sequence *sequence,
                              const struct operation *operation);

#endif
