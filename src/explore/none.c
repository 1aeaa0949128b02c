// No reduction: from each state all enabled threads are explored (AGSE algorithm 1). What the others are
// compared with.
#include "explore/search.h"
#include "explore/tried.h"

static enum execution_end none_choose(struct search *s, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s);
    return tried_choose(s, &enabled, &enabled, result);
}

const struct reduction reduction_none = {
    .init = tried_init,
    .free = tried_free,
    .restart = tried_restart,
    .pushed = tried_pushed,
    .popped = tried_popped,
    .choose = none_choose,
    .next = tried_next,
    .left = tried_left,
    .sharing = &tried_sharing,
    .frontier = &frontier_of_tried,
};
