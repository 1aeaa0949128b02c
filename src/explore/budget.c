#include "explore/budget.h"

#include "explore/estimate.h"
#include "explore/parallel.h"
#include "explore/scout.h"
#include "explore/standstill.h"
#include "explore/walks.h"

#include "base/clock.h"
#include "base/resident.h"
#include "machine/describe.h"

#include <inttypes.h>

uint64_t search_executions(const struct search *s)
{
    return counters_executions(&s->result->counters);
}

uint64_t budget_lost_work(const struct search *s)
{
    enum { EVENT = 100, STATE = 2000, VISIT = 300 }; // measured: what they take beside instructions
    uint64_t tried = s->pruning ? pruning_statistics(s->pruning).tried : 0,
             events = s->result->counters.events;
    return (s->reduction->no_trace ? VISIT : EVENT) * events + STATE * tried + s->words;
}

uint64_t search_work(const struct search *s)
{
    enum { QUERY = 100000, STEP = 1000, CONJUNCT = 20 };
    const struct smt_statistics *smt = smt_statistics(s->smt);
    return s->work_before + budget_lost_work(s) + machine_statistics(s->machine)->instructions +
           QUERY * smt->queries + STEP * smt->steps + CONJUNCT * smt->conjuncts;
}

// ---- stopping

// How often the process's memory is looked at: reading it takes longer than many steps.
#define MEMORY_CHECK_SECONDS 0.01
#define PROGRESS_SECONDS 0.1

void budget_stop(struct search *s, const char *reason)
{
    if (s->stop)
        return;
    s->stop = true;
    s->reasons_before_stop = s->result->reasons.size > 0;
    s->result->bounded = s->result->out_of_budget = true;
    if (s->reduction->progress) {
        char *progress = s->reduction->progress(s), *both = memory_format("%s: %s", reason, progress);
        search_add_reason(s, NO_CODE, both);
        memory_free(progress);
        memory_free(both);
        return;
    }
    bool first = search_executions(s) == 0;
    if (!first && !scout_is_long(s)) {
        search_add_reason(s, NO_CODE, reason);
        return;
    }
    uint32_t code;
    char *where = standstill_text(s->program, s->machine, s->step.thread, &code),
         *text = memory_format("%s in %s execution: %s", reason,
                               first ? "the first" : "an endless or very long", where);
    search_add_reason(s, code, text);
    memory_free(text);
    memory_free(where);
}

static void stop_for_executions(struct search *s, uint64_t limit)
{
    char *text = memory_format("the budget of %" PRIu64 " execution%s ran out (--max-executions)", limit,
                               limit == 1 ? "" : "s");
    budget_stop(s, text);
    memory_free(text);
}

// Whoever wants all violations may still be content with one.
static bool has_enough(const struct search *s)
{
    const struct exploration_options *o = s->options;
    const struct exploration *e = s->result;
    for (uint32_t k = 0; o->suffices && k < e->violations.size; k++)
        if (o->suffices(o->context, &e->violations.data[k]))
            return true;
    return false;
}

void budget_check(struct search *s)
{
    const struct exploration_options *o = s->options;
    double now = clock_seconds();
    bool first = search_executions(s) == 0;
    if (s->reduction->no_trace)
        ; // the counters of loops would be part of its states
    else if ((first && now - s->start > 0.1) || (!first && scout_is_long(s)))
        machine_count_loops(s->machine); // it may turn out to be endless
    state_turns_take(s);
    scout_send(s);
    walks_take(s);
    parallel_check(s);
    if (s->patience && s->patience->most && search_work(s) >= s->patience->most)
        s->stop = s->result->bounded = true;
    if (o->interrupt && o->interrupt->stop) {
        s->result->interrupted = true;
        budget_stop(s, "interrupted before all executions were explored");
    }
    if (has_enough(s))
        budget_stop(s, "nothing else need be found");
    double left = o->max_seconds - (now - s->start);
    if (o->max_seconds > 0 && left < 60)
        smt_limit(s->smt, left > 0 ? (unsigned)(left * 1000) + 1 : 1);
    if (o->max_seconds > 0 && left < 0)
        budget_stop(s, "the time budget ran out (--max-seconds)");
    if (o->max_memory && now >= s->next_memory_check) {
        s->next_memory_check = now + MEMORY_CHECK_SECONDS;
        if (parallel_holds_more(s, o->max_memory) || resident_bytes() > o->max_memory)
            budget_stop(s, BUDGET_MEMORY_RAN_OUT);
    }
    if (o->progress && now >= s->next_progress) {
        s->result->counters.depth = s->trace.events.size;
        struct exploration_counters counters = s->result->counters;
        counters.explored = estimate_explored(s);
        parallel_add_executed(s, &counters.complete, &counters.events);
        o->progress(o->context, &counters, now - s->start);
        double took =
            clock_seconds() - now; // the estimate looks at all choice points: a twentieth of the time
        s->next_progress = now + (PROGRESS_SECONDS > 20 * took ? PROGRESS_SECONDS : 20 * took);
    }
}

static bool is_patient(const struct search *s, uint64_t count)
{
    const struct patience *p = s->patience;
    if (!p)
        return true;
    return (!p->executions || count < p->executions) &&
           (!p->instructions || count < p->least ||
            machine_statistics(s->machine)->instructions < p->instructions) &&
           (!p->work || search_work(s) < p->work) && !(p->while_pruning && pruning_has_stopped(s));
}

void budget_check_executions(struct search *s)
{
    uint64_t asked = s->options->max_executions, endless = s->reduction->default_max_executions;
    uint64_t limit = asked ? asked : endless, count = search_executions(s);
    bool left = s->points.size || endless;
    if (limit && count >= limit && left)
        stop_for_executions(s, limit);
    else
        s->paused = !is_patient(s, count) && left;
}
