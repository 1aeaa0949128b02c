#include "explore/scout.h"

#include "explore/parallel.h"
#include "machine/questions.h"

enum {
    EVENTS = 1 << 15,       // of one execution, until the first scout is sent
    INSTRUCTIONS = 1 << 29, // of one execution: a loop without an event may never end
    CHOICES = 1 << 9, // within steps of one execution: loops in which inputs decide have hardly any events
    THREADS = 64,     // of one execution: so many are only made by loops
    CROWD = 6,        // log2: so much sooner scouts are sent then, since each execution makes all of them
    LATER = 2,        // log2: how many times as long, or as much work, until the next one
    SHARE = 2,        // a scout may do so much less work than the search has done,
    TURN = 20000000,  // and beyond that so much (search_work)
};

// How many rounds scouts allow, one after the other: where an execution is long, and where it has many
// threads, of which few do most.
static const uint64_t long_rounds[MOST_SCOUTS] = {3, 30, 300, 3000}, crowd_rounds[MOST_SCOUTS] = {2, 3, 4, 6};

// Whether so many of the newest choice points, or of four times as many, are within steps. They are counted
// when so many have been made as were missing the last time.
static bool chooses(struct search *s, unsigned shift)
{
    uint64_t wanted = (uint64_t)CHOICES << shift, found = 0, looked = 0,
             *again = &s->look_again[shift / LATER];
    if (s->points.size < wanted || s->answers < *again)
        return false;
    for (uint32_t k = s->points.size; k-- && looked < 4 * wanted && found < wanted; looked++)
        found += s->points.data[k].within_step;
    *again = s->answers + wanted - found;
    return found >= wanted;
}

static bool has_gone_on(struct search *s, unsigned shift)
{
    return s->trace.events.size >= (uint64_t)EVENTS << shift || chooses(s, shift) ||
           machine_statistics(s->machine)->instructions - s->instructions_before >= (uint64_t)INSTRUCTIONS
                                                                                        << shift;
}

bool scout_is_long(struct search *s)
{
    return has_gone_on(s, 0);
}

static bool is_crowded(const struct search *s)
{
    return machine_thread_limit(s->machine) >= THREADS;
}

bool scout_may_be_sent(const struct search *s)
{
    const struct exploration_options *o = s->options;
    return !s->is_scout && !s->stop && !s->trying && !s->reduction->searches_alone && !o->finished &&
           !o->all_output;
}

static bool is_time_to_scout(struct search *s)
{
    unsigned shift = LATER * s->scouts;
    return has_gone_on(s, shift) || (is_crowded(s) && search_work(s) >= (uint64_t)TURN << shift >> CROWD);
}

static void take_scout_violations(struct search *s, struct search *scout, uint64_t rounds)
{
    struct exploration *found = scout->result;
    for (uint32_t k = 0; k < found->violations.size; k++)
        found->violations.data[k].unwind = rounds;
    uint32_t threads = scout->options->machine.most_threads;
    for (uint32_t k = 0; k < found->violations.size && threads != s->options->machine.most_threads; k++)
        found->violations.data[k].most_threads = threads;
    bool any = found->violations.size;
    search_take_violations(s, scout);
    s->stop |= any && !s->options->all;
}

void scout_explore(struct search *s, const struct exploration_options *options,
                   const struct patience *patience, uint64_t rounds)
{
    struct thread_sets_mark sets = thread_sets_mark();
    struct search *scout = search_new_if_possible(s->program, options, s->start);
    if (!scout)
        return;
    scout->is_scout = true;
    scout->beside = parallel_workers(s);
    search_continue(scout, patience);
    take_scout_violations(s, scout, rounds);
    search_abandon(scout);
    thread_sets_cut(&sets); // what it has met is gone
}

void scout_send(struct search *s)
{
    if (s->scouts == MOST_SCOUTS || machine_bounds_loops(&s->options->machine) || !scout_may_be_sent(s) ||
        !is_time_to_scout(s))
        return;
    uint64_t rounds = (is_crowded(s) ? crowd_rounds : long_rounds)[s->scouts++];
    struct exploration_options options = search_options_beside(s->options);
    options.machine.unwind = rounds;
    const struct patience patience = {.most = search_work(s) / SHARE + TURN};
    scout_explore(s, &options, &patience, rounds);
}
