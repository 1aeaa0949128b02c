#include "explore/walks.h"

#include "explore/budget.h"
#include "explore/scout.h"
#include "machine/questions.h"

// When the first walks are made, and how many at most. Later ones come when the search has done twice as much
// as before, and are twice as many.
enum { EXECUTIONS = 8192, WALKS = 512, WORK = 20000000, WORK_OF_WALKS = 2500000 };

static bool is_time_to_walk(const struct search *s)
{
    return search_executions(s) >= (uint64_t)EXECUTIONS << s->walks || search_work(s) >= (uint64_t)WORK
                                                                                             << s->walks;
}

// Whether the program creates more threads than the search may have, and walks may have more.
static bool lacks_threads(const struct search *s)
{
    uint32_t most = s->options->machine.most_threads;
    return most && machine_thread_limit(s->machine) >= most && s->options->walk_threads > most;
}

// `threads`: how many there may be; `seed`: others than before.
static void make_walks(struct search *s, uint32_t threads, uint64_t seed)
{
    struct exploration_options options = search_options_beside(s->options);
    struct patience patience = {.most = (uint64_t)WORK_OF_WALKS << s->walks,
                                .executions = (uint64_t)WALKS << s->walks};
    options.por = POR_RANDOM;
    options.max_executions = UINT64_MAX;
    options.seed = seed;
    options.machine.most_threads = threads;
    scout_explore(s, &options, &patience, 0);
}

void walks_take(struct search *s)
{
    if (!scout_may_be_sent(s) || !is_time_to_walk(s))
        return;
    uint64_t seed =
        2 * (uint64_t)s->walks + 2 + (s->pruning != NULL); // nor those of a search that takes turns
    make_walks(s, s->options->machine.most_threads, seed);
    // What is wrong with programs that create threads without end shows with few of them; of those that
    // create some thousands first, and then do what is wrong, nothing is seen with less.
    if (!s->stop && lacks_threads(s))
        make_walks(s, s->options->walk_threads, seed);
    s->walks++;
}
