// `--prune=auto`. Pruning costs some ten times as much a state, and goes without two refinements of what
// conflicts (pruning.h), which is too much for programs that are explored in a moment or that it does not
// help. So a search without pruning goes first; where it takes long, one with pruning takes turns with it,
// and the first to end reports the result; only the one with pruning leaves checkpoints. Where that one finds
// that nothing can be cut any more (race_pruning.h), it ends, and the other one leaves them. The turns are
// counted in work, not in time: every run is the same.
#include "base/clock.h"
#include "explore/checkpoint.h"
#include "explore/parallel.h"
#include "explore/search.h"

// Turns of the search without pruning, and how much more the other one may have done than all of them.
#define TURN 10000000u
#define SHARE 3u

// A search that begins with the checkpoint that there may be, or with summaries of an earlier version of the
// program; without them where these are of no use. NULL: there
// is no memory for it.
static struct search *begin_from_checkpoint(const struct program *program,
                                            const struct exploration_options *options, double start)
{
    struct search *s = search_new_if_possible(program, options, start);
    if (!s || !(options->checkpoint || options->carried) || search_resume(s))
        return s;
    search_abandon(s);
    s = search_new_if_possible(program, options, start);
    if (s)
        s->result->not_carried = !options->checkpoint;
    return s;
}

// The result of a search that has ended; where it ended because the one over states has decided, that one's.
static struct exploration *end_search(struct search *s, struct state_turns *turns)
{
    if (!turns->decides)
        return search_end(s);
    struct search *states = turns->search;
    turns->search = NULL;
    double analysis = s->result->analysis_seconds;
    search_take_violations(states, s);
    search_abandon(s);
    struct exploration *e = search_end(states);
    e->analysis_seconds += analysis;
    e->seconds -= analysis;
    return e;
}

static struct exploration *explore_alone(const struct program *program,
                                         const struct exploration_options *options, struct state_turns *turns,
                                         double start)
{
    bool begun = options->checkpoint || (options->carried && options->prune);
    struct search *s = begun ? begin_from_checkpoint(program, options, start) : NULL;
    if (!s)
        s = search_new(program, options, start);
    s->turns = turns;
    if (options->jobs > 1)
        s->result->not_parallel = parallel_why_not(options);
    if (options->jobs > 1 && !s->result->not_parallel)
        parallel_explore(s, NULL, NULL);
    else
        search_continue(s, NULL);
    return end_search(s, turns);
}

// Ends the first, which reports the result, and gives up the second. Of what is not explored to its end both
// know something.
static struct exploration *keep_first(struct search *first, struct search *second)
{
    double analysis = second->result->analysis_seconds;
    if (first->stop && !first->out_of_memory)
        search_take_violations(first, second);
    if (first->stop && second->pruning)
        search_keep(second);
    struct exploration_counters before = second->result->before;
    double seconds_before = second->result->seconds_before;
    search_abandon(second);
    struct exploration *e = end_search(first, first->turns);
    if (seconds_before > 0) {
        e->before = before;
        e->seconds_before = seconds_before;
    }
    e->analysis_seconds += analysis;
    e->seconds -= analysis;
    return e;
}

// Nothing is cut any more: the search without pruning goes on alone, and leaves the checkpoints; the other
// one has nothing to leave. `without`: its options.
static struct exploration *go_on_alone(struct search *plain, struct search *pruned,
                                       struct exploration_options *without,
                                       const struct exploration_options *options)
{
    without->keep = options->keep;
    without->progress = options->progress;
    without->max_executions = options->max_executions;
    search_continue(plain, NULL);
    return keep_first(plain, pruned);
}

static struct exploration *take_turns(struct search *plain, struct search *pruned,
                                      struct exploration_options *without,
                                      const struct exploration_options *options)
{
    uint64_t max_executions = options->max_executions;
    for (;;) {
        uint64_t work = search_work(plain);
        bool spent = max_executions && search_executions(plain) >= max_executions;
        struct patience patience = {.work = SHARE * work, .while_pruning = true};
        if (search_continue(pruned, spent ? NULL : &patience))
            return keep_first(pruned, plain);
        if (pruning_has_stopped(pruned))
            return go_on_alone(plain, pruned, without, options);
        patience = (struct patience){.work = work + TURN, .executions = max_executions};
        if (search_continue(plain, &patience))
            return keep_first(plain, pruned);
    }
}

// What the search with pruning is made from, in another process.
struct pruned_search {
    const struct program *program;
    const struct exploration_options *options;
    double start;
};

static struct search *make_pruned(void *context)
{
    const struct pruned_search *p = context;
    return search_new_if_possible(p->program, p->options, p->start);
}

// Both at the same time.
static struct exploration *explore_beside(struct search *plain, struct state_turns *turns,
                                          const struct exploration_options *options)
{
    struct exploration_options with = *options;
    struct pruned_search pruned = {plain->program, &with, plain->start};
    with.progress = NULL;
    parallel_explore(plain, make_pruned, &pruned);
    return end_search(plain, turns);
}

static struct exploration *explore_in_turns(const struct program *program,
                                            const struct exploration_options *options,
                                            struct state_turns *turns, double start)
{
    static const struct patience first = {.executions = 10000, .least = 100, .instructions = 20000000},
                                 turn = {.work = TURN}, // an earlier search has gone beyond the first ones
        at_once = {.executions = 1};
    const struct patience *patience = options->share_at_once ? &at_once
                                      : options->checkpoint  ? &turn
                                                             : &first;
    struct exploration_options without = *options, with = *options;
    without.prune = false;
    without.keep = NULL;
    without.checkpoint = NULL;
    without.keep_summaries = NULL;
    without.carried = NULL;
    with.output = NULL; // it has been shown
    with.restarted = NULL;
    if (options->max_executions > first.executions) // the other one goes on when that many are done
        without.max_executions = 0;
    struct search *plain = search_new(program, &without, start);
    plain->turns = turns;
    if (search_continue(plain, patience))
        return end_search(plain, turns);
    const char *not_parallel = options->jobs > 1 ? parallel_why_not(options) : NULL;
    if (options->jobs > 1 && !not_parallel)
        return explore_beside(plain, turns, &with);
    without.progress = NULL;
    struct search *pruned = begin_from_checkpoint(program, &with, start);
    if (!pruned) {
        search_exhaust(plain);
        return search_end(plain);
    }
    pruned->turns = turns;
    struct exploration *e = take_turns(plain, pruned, &without, options);
    e->not_parallel = not_parallel;
    return e;
}

struct exploration *explore(const struct program *program, const struct exploration_options *options)
{
    struct state_turns turns = {0};
    double start = clock_seconds();
    const char *why_not;
    state_turns_begin(&turns, program, options, start);
    struct exploration_options without = *options;
    without.prune = without.prune_late = false;
    bool takes_turns = options->prune_late && pruning_applies(options, &why_not),
         went_on_alone = takes_turns && options->checkpoint && !checkpoint_prunes(options->checkpoint);
    struct exploration *e = went_on_alone ? explore_alone(program, &without, &turns, start)
                            : takes_turns ? explore_in_turns(program, options, &turns, start)
                                          : explore_alone(program, options, &turns, start);
    state_turns_end(&turns, e);
    return e;
}
