#include "explore/part_result.h"

#include "explore/budget.h"
#include "explore/part_above.h"
#include "explore/part_path.h"
#include "explore/source.h"
#include "machine/questions.h"

// What is for the whole exploration only is left out.
static struct exploration_options options_of_part(const struct exploration_options *options)
{
    struct exploration_options o = *options;
    o.prune = o.prune_late = o.verify_cuts = false;
    o.jobs = 0;
    o.share_at_once = o.all_output = false;
    o.output = NULL;
    o.restarted = NULL;
    o.keep = NULL;
    o.checkpoint = NULL;
    return o;
}

// ---- what is left

// Threads or alternatives that are to be explored from a choice point below the part's own.
static uint32_t planned_count(const struct search *s, uint32_t point)
{
    const struct choice_point *p = &s->points.data[point];
    if (p->within_step)
        return p->answer.count - 1 - p->answer.alternative;
    return s->reduction->left(s, point) + (source_of(s)->points.data[point].deferred != 0);
}

static uint32_t all_planned(const struct search *s)
{
    uint32_t count = 0;
    for (uint32_t k = s->part->points.size; k < s->points.size; k++)
        count += planned_count(s, k);
    return count;
}

static struct part_rest rest_of_step(const struct search *s, const struct answer_point *answer)
{
    struct part_rest rest = {.last = {.within_step = true}};
    rest.last.index = answer->alternative;
    rest.last.count = answer->count;
    rest.last.check = part_check_alternative(s);
    rest.planned = answer->alternative + 1 < answer->count;
    return rest;
}

// Threads that were begun before the present one.
static struct thread_set begun_before(const struct search *s, uint32_t point, uint32_t present)
{
    const struct source_sets *r = source_of(s);
    const struct source_point *p = &r->points.data[point];
    struct thread_set begun = {{0}, 0};
    for (uint32_t k = p->inherited; k < p->sleep.end; k++)
        if (r->sleepers.stack.data[k].thread != present)
            thread_set_add(&begun, r->sleepers.stack.data[k].thread);
    return begun;
}

// Those that were to come after it. One that is not enabled stands for all that are.
static struct thread_set planned_after(const struct search *s, uint32_t point)
{
    const struct source_sets *r = source_of(s);
    const struct thread_set *enabled = &s->points.data[point].enabled;
    struct thread_set planned = {{0}, 0};
    for (uint32_t n = r->points.data[point].wakeup; n != NO_WAKEUP; n = r->wakeups.nodes.data[n].next) {
        if (!thread_set_has(enabled, r->wakeups.nodes.data[n].thread))
            return *enabled;
        thread_set_add(&planned, r->wakeups.nodes.data[n].thread);
    }
    return planned;
}

static struct part_rest rest_of_state(const struct search *s, uint32_t point, uint32_t present)
{
    struct part_rest rest = {.planned = false};
    named_threads threads = {0};
    struct thread_set begun = begun_before(s, point, present), planned = planned_after(s, point);
    part_name_threads(s, &s->points.data[point].enabled, &threads);
    rest.last.count = threads.size;
    rest.last.earlier = part_places(&threads, &begun);
    rest.threads = part_places(&threads, &planned);
    rest.last.check = part_check_state(s, &threads);
    for (uint32_t k = 0; k < threads.size; k++)
        if (threads.data[k].thread == present)
            rest.last.index = k;
    thread_set_remove_all(&rest.threads, &rest.last.earlier);
    thread_set_remove(&rest.threads, rest.last.index);
    rest.planned = thread_set_count(&rest.threads) > 0;
    vector_free(&threads);
    return rest;
}

// Leaves the newest choice point for good, and notes what is left there: from the last one on to the first.
static void leave_point(struct part_search *part)
{
    struct search *s = part->s;
    uint32_t newest = s->points.size - 1, present = 0;
    const struct choice_point *p = &s->points.data[newest];
    if (!p->within_step)
        present = s->schedule.data[p->schedule_size].thread;
    search_restore(s);
    if (p->within_step) {
        vector_push(&part->rest, rest_of_step(s, &p->answer));
    } else {
        source_resolve_deferred(s, newest);
        if (thread_set_count(&p->enabled) > 1) // else the path has no choice there
            vector_push(&part->rest, rest_of_state(s, newest, present));
    }
    if (s->reduction->before_pop)
        s->reduction->before_pop(s, newest);
    s->points.size = newest;
}

static void leave_rest(struct part_search *part)
{
    struct search *s = part->s;
    while (s->points.size > s->part->points.size && !s->stop && !machine_must_restart(s->machine))
        leave_point(part);
    while (part->rest.size && !part->rest.data[0].planned) { // the last ones of the execution
        memmove(part->rest.data, part->rest.data + 1, (part->rest.size - 1) * sizeof *part->rest.data);
        part->rest.size--;
    }
}

// ---- exploring

// Whether the search stopped in the middle, and why.
static enum part_end part_search_end(const struct search *s)
{
    if (s->part->learnt || machine_must_restart(s->machine) || s->data_race_restart)
        return PART_LEARNT;
    return s->stop ? PART_STOPPED : PART_EXPLORED;
}

// So many times as long as the limits say, at most, to have less left.
enum { TURNS = 8 };

static void explore_turns(struct part_search *part, enum step_result result)
{
    struct search *s = part->s;
    const struct part_limits *limits = part->limits;
    struct patience patience = {.executions = limits->executions, .work = search_work(s) + limits->work};
    if (!limits->work)
        patience.work = 0;
    s->patience = limits->executions || limits->work ? &patience : NULL;
    search_explore_from(s, result);
    for (unsigned turn = 1; s->paused && turn < TURNS && all_planned(s) > limits->rest; turn++) {
        patience.executions += limits->executions;
        patience.work += limits->work;
        search_explore(s); // goes on
    }
    s->patience = NULL;
}

static void explore_part_path(struct search *s, void *context)
{
    struct part_search *part = context;
    enum step_result result;
    switch (part_follow(s, part->path, &result)) {
    case PART_WAY_BEGUN: explore_turns(part, result); break;
    case PART_WAY_ASLEEP: break;
    case PART_WAY_UNFIT: part->end = PART_UNFIT; return;
    case PART_WAY_STOPPED: break;
    }
    if (s->paused)
        leave_rest(part);
    part->end = part_search_end(s);
}

// What part_explore was called with.
struct part_question {
    const struct program *program;
    struct byte_reader epoch, path;
    const struct part_limits *limits;
    double start;
};

static bool begin_part_search(struct part_search *part, struct byte_reader epoch, struct byte_reader bytes,
                              part_path *path)
{
    if (!part_begin_epoch(part->s, &epoch) || epoch.at != epoch.end)
        return false;
    part_read_path(&bytes, path);
    return !bytes.damaged && bytes.at == bytes.end;
}

// Whether the search only wants to begin again with source sets (source_note_sequence).
static bool wants_source_sets(const struct part_search *part)
{
    return part->end == PART_LEARNT && source_wants_source_sets(part->s);
}

// *again: with source sets, instead.
static bool explore_given(const struct part_question *given, const struct exploration_options *options,
                          byte_vector *result, bool *again)
{
    struct part_above above = {.learnt = false};
    part_path path = {0};
    struct search *s = search_new(given->program, options, given->start);
    struct part_search part = {.s = s, .path = &path, .limits = given->limits};
    s->part = &above;
    s->is_scout = true; // it sends none
    bool good = begin_part_search(&part, given->epoch, given->path, &path);
    if (good && !search_guarded(s, explore_part_path, &part)) {
        search_exhaust(s);
        search_add_reason(s, NO_CODE, BUDGET_MEMORY_RAN_OUT);
        part.end = PART_STOPPED;
    }
    *again = good && wants_source_sets(&part);
    if (good && !*again)
        part_write_result(&part, result);
    vector_free(&part.rest);
    vector_free(&above.points);
    vector_free(&path);
    search_abandon(s);
    return good;
}

bool part_explore(const struct program *program, const struct exploration_options *options,
                  struct byte_reader epoch, struct byte_reader path, const struct part_limits *limits,
                  double start, byte_vector *result)
{
    struct exploration_options o = options_of_part(options);
    const struct part_question given = {program, epoch, path, limits, start};
    bool again;
    if (!explore_given(&given, &o, result, &again))
        return false;
    o.por = POR_SOURCE;
    return !again || explore_given(&given, &o, result, &again);
}
