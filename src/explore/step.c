// One step of a thread: executing it, answering the choices within it, and its event.
#include "base/hash.h"
#include "explore/origins.h"
#include "explore/search.h"
#include "machine/questions.h"

#include <string.h>

// ---- choosing

struct thread_set search_enabled(const struct search *s)
{
    return machine_enabled_threads(s->machine);
}

uint32_t search_prefer(const struct search *s, const struct thread_set *set)
{
    struct thread_set none = {{0}, 0};
    if (s->trace.events.size && thread_set_has(set, vector_last(&s->trace.events).thread))
        return vector_last(&s->trace.events).thread;
    return thread_set_first_without(set, &none);
}

static void push_point(struct search *s, struct choice_point point)
{
    point.machine = machine_mark(s->machine);
    point.trace = trace_mark(&s->trace);
    point.schedule_size = s->schedule.size;
    point.steps = s->steps;
    point.begun = point.way = search_executions(s);
    vector_push(&s->points, point);
    if (s->reduction->pushed)
        s->reduction->pushed(s, s->points.size - 1);
    pruning_push(s);
}

uint32_t search_push_schedule_point(struct search *s, const struct thread_set *enabled)
{
    push_point(s, (struct choice_point){.enabled = *enabled});
    return s->points.size - 1;
}

// ---- executing

enum step_result search_start(struct search *s)
{
    s->step = (struct present_step){.code = NO_CODE, .point = NO_POINT, .guide = OUTCOME_ANY};
    return machine_start(s->machine);
}

// Assumes what a step is to decide; where that is not known to be possible, nothing, and all is decided anew.
static uint32_t assume_guide(struct search *s, uint32_t guide)
{
    const struct machine_decision *decisions;
    uint32_t count;
    if (guide == OUTCOME_ANY || guide == OUTCOME_NONE)
        return guide;
    struct machine_mark mark = machine_mark(s->machine);
    decisions = outcome_get(&s->outcomes, guide, &count);
    for (uint32_t k = 0; k < count; k++)
        if (decisions[k].branch && !machine_assume(s->machine, &decisions[k])) {
            machine_undo(s->machine, &mark);
            return OUTCOME_ANY;
        }
    return guide;
}

enum step_result search_execute(struct search *s, uint32_t thread, uint32_t point, uint32_t guide)
{
    const struct operation *op = machine_next(s->machine, thread);
    s->step = (struct present_step){.thread = thread,
                                    .code = machine_position(s->machine, thread),
                                    .kind = op->kind,
                                    .known_accesses = op->access_count,
                                    .may_block = operation_may_block(op),
                                    .lock_holder = machine_lock_holder(s->machine, op),
                                    .point = point,
                                    .alone = point == NO_POINT ||
                                             thread_set_count(&s->points.data[point].enabled) == 1,
                                    .guide = guide};
    s->guides.size = s->steps;
    vector_push(&s->guides, guide);
    vector_push(&s->schedule, (struct schedule_step){thread, 0, false, op->kind, s->step.code});
    s->step.guide = assume_guide(s, guide);
    return machine_step(s->machine, thread);
}

// ---- choices within a step

// The alternative becomes part of the schedule, except where a replay has no such choice: where inputs decide
// a branch, or where the order of the schedule says which store was the last.
enum step_result search_take_alternative(struct search *s, uint32_t alternative)
{
    const struct machine_choice *choice = machine_choice(s->machine);
    if (!choice->branch && !choice->order)
        vector_push(&s->schedule,
                    (struct schedule_step){choice->thread, alternative, true, s->step.kind, s->step.code});
    return machine_choose(s->machine, alternative);
}

bool search_choose_guided(struct search *s, enum step_result *result)
{
    const struct machine_choice *choice = machine_choice(s->machine);
    uint32_t guide = s->step.guide, count;
    if (guide == OUTCOME_ANY || guide == OUTCOME_NONE || choice->branch || choice->after_join)
        return false;
    const struct machine_decision *decisions = outcome_get(&s->outcomes, guide, &count);
    uint32_t k = s->step.answered;
    while (k < count && decisions[k].branch)
        k++;
    if (k == count || decisions[k].alternative >= choice->count)
        return false;
    s->step.answered = k + 1;
    *result = search_take_alternative(s, decisions[k].alternative);
    return true;
}

void search_push_answer_point(struct search *s, bool summarised)
{
    const struct machine_choice *choice = machine_choice(s->machine);
    if (!choice->after_join)
        s->step.guide = OUTCOME_ANY;
    struct answer_point answer = {.step = s->step,
                                  .thread = choice->thread,
                                  .count = choice->count,
                                  .branch = choice->branch,
                                  .summarised = summarised};
    s->answers++;
    push_point(s, (struct choice_point){.within_step = true, .answer = answer});
}

enum step_result search_choose_first(struct search *s, bool summarised)
{
    enum step_result result;
    if (search_choose_guided(s, &result))
        return result;
    const struct machine_choice *choice = machine_choice(s->machine);
    uint32_t only = s->reduction->answer ? s->reduction->answer(s, choice->count) : ANSWER_ALL;
    if (only != ANSWER_ALL)
        return search_take_alternative(s, only);
    search_push_answer_point(s, summarised);
    return search_take_alternative(s, 0);
}

bool search_choose_next(struct search *s, enum step_result *result)
{
    struct answer_point *answer = &vector_last(&s->points).answer;
    if (++answer->alternative == answer->count) {
        s->result->counters.sleep_blocked += !answer->survived;
        return false;
    }
    s->step = answer->step;
    origins_add_choice(s);
    *result = search_take_alternative(s, answer->alternative);
    return true;
}

// The alternatives of this step that were chosen (and of those before it) lead somewhere.
static void mark_choices(struct search *s)
{
    for (uint32_t k = s->points.size; k-- > 0 && s->points.data[k].within_step;)
        s->points.data[k].answer.survived = true;
}

// ---- the event

uint32_t search_step_label(struct search *s)
{
    const struct access *accesses;
    uint32_t count = machine_event_accesses(s->machine, &accesses);
    return label_intern(&s->labels, accesses, count);
}

static uint64_t choices_hash(const struct machine_decision *decisions, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t k = 0; k < count; k++)
        if (!decisions[k].branch && !decisions[k].after_join)
            hash = hash_combine(hash, decisions[k].alternative + 1);
    return hash;
}

// The step's event becomes part of the trace.
static void add_step_event(struct search *s)
{
    struct machine *m = s->machine;
    const struct access *accesses;
    const struct machine_decision *decisions;
    uint32_t count = machine_event_accesses(m, &accesses), decided = machine_decisions(m, &decisions);
    struct event event = {.thread = s->step.thread,
                          .point = s->step.alone ? NO_POINT : s->step.point,
                          .code = s->step.code,
                          .kind = s->step.kind,
                          .choices = choices_hash(decisions, decided),
                          .may_block = s->step.may_block,
                          .lock_holder = s->step.lock_holder};
    if (s->reduction->labels_events || pruning_labels_events(s))
        event.label = machine_frozen(m) ? LABEL_ALL : search_step_label(s);
    if (s->reduction->labels_events)
        event.outcome = outcome_intern(&s->outcomes, decisions, decided);
    trace_add(&s->trace, event, accesses, count);
    pruning_executed(s);
}

enum execution_end search_finish_step(struct search *s)
{
    const struct machine_edge *edges;
    uint32_t edge_count = machine_edges(s->machine, &edges);
    if (s->step.kind != OPERATION_NONE) {
        if (s->reduction->before_event)
            s->reduction->before_event(s);
        if (!s->reduction->no_trace)
            add_step_event(s);
        s->steps++;
        s->result->counters.events++;
        if (s->steps > s->result->counters.max_depth)
            s->result->counters.max_depth = s->steps;
    }
    for (uint32_t k = 0; k < edge_count && !s->reduction->no_trace; k++)
        trace_edge(&s->trace, edges[k].from, edges[k].to);
    bool redundant = s->reduction->after_event && !s->reduction->after_event(s);
    if (!redundant)
        mark_choices(s);
    data_race_executed(s);
    return redundant ? EXECUTION_ASLEEP : EXECUTION_GOES_ON;
}
