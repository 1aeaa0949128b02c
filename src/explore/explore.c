// The search, depth first (docs/exploration.md; algorithm 1 of Assertion Guided Symbolic Execution with what
// pruning and a reduction leave out): runs an execution to its end, goes back to the newest choice point with
// something left to explore, and runs the next execution from there. How executions end: enum execution_end
// (summary/summary.h).
//
// One execution:
//   search_start                    the machine's first step; later executions begin at a choice point
//   execute_to_end                  repeats
//     take_first_alternative          while the step comes to choices: inputs, which waiter is woken
//     make_next_step                  search_finish_step: reduction.before_event, trace_add, .after_event;
//                                     reduction.schedule: picks a thread, and begins its step
//   search_end_execution            reduction.finish
// and then
//   backtrack                       to the newest choice point: search_restore, reduction.restored; begins a
//                                   step there: reduction.next, or within a step search_choose_next
//
// A step that shows a fact which the machine did not know (machine/learnt.h) ends with STEP_RESTART: the
// executions so far count no more, and the search begins again with that fact (explore_anew).
#include "explore/budget.h"
#include "explore/checkpoint.h"
#include "explore/origins.h"
#include "explore/parallel.h"
#include "explore/part_above.h"
#include "explore/search.h"
#include "explore/slice_facts.h"
#include "machine/questions.h"

// The step has come to a choice. True: its first alternative is taken, and *result says what the step has
// come to then. False: summaries cover all alternatives; the execution ends once the step's event is
// finished.
static bool take_first_alternative(struct search *s, enum step_result *result)
{
    bool summarised = pruning_at_branch(s);
    if (summarised && pruning_covers_branch(s))
        return false;
    *result = search_choose_first(s, summarised);
    return true;
}

// The step is over: its event becomes part of the trace. Unless the execution ends with it, the reduction
// picks the thread of the next step, and executes that; where another thread may have to be explored as well
// it makes a choice point. `covered`: the step ends at a choice that summaries cover. False: the search has
// to start again, or to stop.
static bool make_next_step(struct search *s, bool covered, enum step_result *result, enum execution_end *end)
{
    *end = search_finish_step(s);
    if (s->stop || s->data_race_restart)
        return false;
    if (*end != EXECUTION_GOES_ON)
        return true;
    if (covered) {
        pruning_reverse(s);
        *end = EXECUTION_CUT;
    } else {
        pruning_state(s);
        *end = s->reduction->schedule(s, result);
    }
    return true;
}

// Runs the present execution to its end; `result` says what the step that was just begun has come to. False:
// the execution has no end, because the search has to stop, or to start again with what was learnt.
static bool execute_to_end(struct search *s, enum step_result result, enum execution_end *end)
{
    *end = EXECUTION_GOES_ON;
    while (*end == EXECUTION_GOES_ON) {
        if ((++s->ticks & 255) == 0)
            budget_check(s);
        if (s->stop || result == STEP_RESTART) // STEP_INTERRUPTED comes with s->stop
            return false;
        bool choice = result == STEP_CHOICE;
        if (choice && take_first_alternative(s, &result))
            continue;
        if (!make_next_step(s, choice, &result, end))
            return false;
    }
    return true;
}

void search_restore(struct search *s)
{
    const struct choice_point *point = &vector_last(&s->points);
    machine_undo(s->machine, &point->machine);
    trace_undo(&s->trace, &point->trace);
    s->schedule.size = point->schedule_size;
    s->steps = point->steps;
    if (s->reduction->restored)
        s->reduction->restored(s, s->points.size - 1);
}

// With several processes a restart is also asked for between steps; alone, the next step says STEP_RESTART.
static bool is_search_over(const struct search *s)
{
    return s->stop || (s->parallel && machine_must_restart(s->machine));
}

// Begins a step from the choice point, the newest. False: nothing is left there, or the search is over. As
// long as workers explore what was given from there, they may report what else is to be explored.
static bool begin_next(struct search *s, uint32_t point, enum step_result *result)
{
    do {
        parallel_arrive(s, point);
        if (is_search_over(s))
            return false;
        bool begun = s->points.data[point].within_step ? search_choose_next(s, result)
                                                       : s->reduction->next(s, point, result);
        s->points.data[point].done += begun;
        if (begun) {
            s->points.data[point].way = search_executions(s);
            return true;
        }
    } while (parallel_has_workers(s, point));
    return false;
}

// Begins a step from the newest choice point with something left to explore. False: there is none.
static bool backtrack(struct search *s, enum step_result *result)
{
    while (s->points.size > parallel_base(s) && !is_search_over(s)) {
        uint32_t newest = s->points.size - 1;
        search_restore(s);
        if (begin_next(s, newest, result))
            return true;
        if (is_search_over(s)) // stopped while a reversal was tried: something is left to explore
            return false;
        pruning_pop(s);
        if (s->reduction->before_pop)
            s->reduction->before_pop(s, newest);
        s->points.size = newest;
    }
    return false;
}

void search_restart(struct search *s)
{
    uint32_t count;
    const struct learnt_fact *facts = machine_facts(s->machine, &count);
    if (s->slicing)
        slice_facts_take(s->slicing, facts, count, &s->sliced);
    machine_restart(s->machine);
    pruning_restart(s);
    origins_restart(s);
    s->reduction->restart(s);
    labels_free(&s->labels);
    outcomes_free(&s->outcomes);
    labels_init(&s->labels);
    outcomes_init(&s->outcomes);
    trace_free(&s->trace);
    trace_init(&s->trace);
    s->trace.collect_races = s->reduction->collects_races;
    s->points.size = s->schedule.size = s->steps = 0;
    s->frontier.bytes.size = 0;
    s->data_race_restart = false;
}

// Something was learnt of the program that changes what its executions are, or a data race was found in what
// was left out: the executions so far count no more. Returns what came of the first step.
static enum step_result explore_anew(struct search *s)
{
    if (s->part) { // the whole exploration does, of which this is a part
        s->stop = s->part->learnt = true;
        return STEP_INTERRUPTED;
    }
    parallel_restart(s);
    s->work_before += budget_lost_work(s);
    search_restart(s);
    struct exploration_counters *c = &s->result->counters;
    *c = (struct exploration_counters){.restarts = c->restarts + 1};
    s->result->before = (struct exploration_counters){0}; // the summaries of a checkpoint are forgotten, too
    s->result->seconds_before = 0;
    s->output_shown = false; // another execution is the first one
    if (s->options->restarted)
        s->options->restarted(s->options->context);
    return search_start(s);
}

// Begins the next execution. False: there is none.
static bool next_execution(struct search *s, enum step_result *result)
{
    parallel_turn(s);
    bool more = backtrack(s, result);
    if (s->stop || !machine_must_restart(s->machine)) // learnt at the end, or while a reversal was tried
        return more;
    *result = explore_anew(s);
    return true;
}

void search_explore_from(struct search *s, enum step_result result)
{
    enum execution_end end;
    while (!s->stop) {
        if (execute_to_end(s, result, &end)) {
            search_end_execution(s, end);
            checkpoint_keep_now_and_then(s);
            if (s->paused || !next_execution(s, &result))
                return;
        } else if (!s->stop) {
            result = explore_anew(s);
        }
    }
    if (!s->result->bounded && s->result->violations.size) // stopped at one: that execution counts too
        s->result->counters.complete++;
}

void search_explore(struct search *s)
{
    enum step_result result = STEP_DONE;
    bool resumed = s->paused;
    s->paused = false;
    if (!resumed)
        result = search_start(s);
    else if (!next_execution(s, &result))
        return;
    search_explore_from(s, result);
}
