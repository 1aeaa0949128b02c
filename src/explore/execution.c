// The end of an execution.
#include "explore/budget.h"
#include "explore/parallel.h"
#include "explore/search.h"
#include "machine/describe.h"
#include "machine/questions.h"

// The execution is maximal: what kind is it?
static void count_maximal(struct search *s)
{
    struct exploration_counters *c = &s->result->counters;
    if (machine_waits_for_symmetric_thread(s->machine)) {
        c->infeasible++;
        return;
    }
    bool bounded = false, infeasible = false, complete = true, round = false;
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        enum thread_status status = machine_status(s->machine, t);
        bounded |= status == THREAD_BOUNDED || status == THREAD_UNMODELLED;
        if (status == THREAD_ASSUME && s->failed_assumption == NO_CODE)
            s->failed_assumption = machine_user_position(s->machine, t);
        // A thread that has gone round a loop which, by now, it could have left: the same execution without
        // that round is explored too. It goes on to its end all the same, since what it does races with that
        // round.
        round |= status == THREAD_CAME_BACK;
        infeasible |=
            status == THREAD_ASSUME || (status == THREAD_CAME_BACK && machine_await_outdated(s->machine, t));
        complete &= status == THREAD_ENDED || status == THREAD_AT_EXIT || status == THREAD_ABSENT;
    }
    s->went_round += round;
    bool deadlock = machine_deadlocked(s->machine);
    if (bounded)
        c->bounded++;
    else if (infeasible)
        c->infeasible++;
    else if (deadlock)
        c->blocked++;
    else
        c->complete++;
    if (deadlock)
        search_report_deadlock(s);
    else if (machine_only_runs_for_ever(s->machine))
        search_warn_endless_loops(s);
    machine_end(s->machine);
    if (s->options->finished && !machine_frozen(s->machine)) { // else it is only a prefix of one
        uint64_t state = machine_state_hash(s->machine);
        s->options->finished(s->options->context, complete,
                             trace_hash(&s->trace) + machine_after_join_hash(s->machine),
                             machine_state_is_open(s->machine) ? NULL : &state);
    }
    s->output_shown = true;
}

// Where the execution ended in its last step although some alternative of a choice there goes on, it is
// counted where that choice ends (search_choose_next).
static bool ended_in_choice(const struct search *s)
{
    const struct choice_point *top = s->points.size ? &vector_last(&s->points) : NULL;
    return top && top->within_step && top->trace.events + 1 == s->trace.events.size;
}

void search_end_execution(struct search *s, enum execution_end end)
{
    struct exploration_counters *c = &s->result->counters;
    pruning_end(s, end);
    if (s->reduction->finish && !parallel_has_new_threads(s))
        s->reduction->finish(s);
    if (end == EXECUTION_CUT)
        c->partial++;
    else if (end == EXECUTION_MAXIMAL)
        count_maximal(s);
    else
        c->sleep_blocked += !ended_in_choice(s);
    s->instructions_before = machine_statistics(s->machine)->instructions;
    bool whole = !s->stop; // else a reversal may have been tried only in part
    budget_check_executions(s);
    if (whole)
        frontier_note(s);
}
