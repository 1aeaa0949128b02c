#include "explore/walks.h"

#include "explore/budget.h"
#include "explore/scout.h"

// When the first walks are made, and how many at most. Later ones come when the search has done twice as much
// as before, and are twice as many.
enum { EXECUTIONS = 8192, WALKS = 512, WORK = 20000000, WORK_OF_WALKS = 2500000 };

static bool is_time(const struct search *s)
{
    return search_executions(s) >= (uint64_t)EXECUTIONS << s->walks || search_work(s) >= (uint64_t)WORK
                                                                                             << s->walks;
}

void walks_take(struct search *s)
{
    if (!scout_may_be_sent(s) || !is_time(s))
        return;
    struct exploration_options options = search_options_beside(s->options);
    struct patience patience = {.most = (uint64_t)WORK_OF_WALKS << s->walks,
                                .executions = (uint64_t)WALKS << s->walks};
    s->walks++;
    options.por = POR_RANDOM;
    options.max_executions = UINT64_MAX;
    options.seed = 2 * s->walks +
                   (s->pruning != NULL); // others than before, and than those of a search that takes turns
    scout_explore(s, &options, &patience, 0);
}
