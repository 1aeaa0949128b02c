// No reduction: from each state all enabled threads are explored (AGSE algorithm 1). What the others are
// compared with.
#include "explore/backtrack.h"
#include "explore/search.h"

static enum execution_end none_schedule(struct search *s, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s);
    return backtrack_schedule(s, &enabled, &enabled, result);
}

const struct reduction reduction_none = {
    .init = backtrack_init,
    .free = backtrack_free,
    .restart = backtrack_restart,
    .pushed = backtrack_pushed,
    .before_pop = backtrack_before_pop,
    .schedule = none_schedule,
    .next = backtrack_next,
    .left = backtrack_left,
    .sharing = &backtrack_sharing,
    .frontier = &frontier_of_backtrack,
};
