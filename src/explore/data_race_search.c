// Data races found while searching become violations, with a schedule that brings the two accesses next to
// each other.
#include "explore/data_race_replay.h"
#include "explore/search.h"

// ---- the schedule

// Copies the events of one part of the schedule: an event is a step and the answers to its choices.
static void copy_part(const struct search *s, schedule_vector *to, const uint8_t *parts, unsigned part)
{
    uint32_t event = NO_EVENT;
    for (uint32_t k = 0; k < s->schedule.size; k++) {
        event += !s->schedule.data[k].choice;
        if (event != NO_EVENT && event < s->trace.events.size && parts[event] == part)
            vector_push(to, s->schedule.data[k]);
    }
}

// What is neither before the first nor before the second access is left out; what is not after the first one
// comes before it. What has to stay between the two does.
static void bring_together(const struct search *s, uint32_t first, uint32_t second, schedule_vector *to)
{
    enum { DROPPED, EARLY, FIRST, BETWEEN, SECOND };
    uint8_t *parts = memory_zalloc(s->trace.events.size, 1);
    for (uint32_t k = 0; k <= second; k++) {
        if (k == first || k == second)
            parts[k] = k == first ? FIRST : SECOND;
        else if (k > first && trace_before(&s->trace, first, k))
            parts[k] = trace_before(&s->trace, k, second) ? BETWEEN : DROPPED;
        else if (trace_before(&s->trace, k, second) || (k < first && trace_before(&s->trace, k, first)))
            parts[k] = EARLY;
    }
    for (unsigned part = EARLY; part <= SECOND; part++)
        copy_part(s, to, parts, part);
    memory_free(parts);
}

// ---- violations

// One report for every two places of the user's code, whichever comes first.
static char *provisional_message(const struct machine_note *first, const struct machine_note *second)
{
    uint32_t low = first->other < second->other ? first->other : second->other;
    uint32_t high = first->other < second->other ? second->other : first->other;
    return memory_format("data race between instructions %u and %u", low, high);
}

static bool is_known_race(const struct search *s, const char *message)
{
    for (uint32_t k = 0; k < s->result->violations.size; k++)
        if (!strcmp(s->result->violations.data[k].message, message))
            return true;
    return false;
}

// Between which events the two accesses come, the trace knows; without one the schedule stays as it is.
// All that takes memory is done before the violation is part of the result: it may run out.
static void report_noted_race(struct search *s, const struct machine_note *first,
                              const struct machine_note *second, uint32_t first_step)
{
    char *message = provisional_message(first, second);
    if (!is_known_race(s, message)) {
        violation_accesses accesses = {0};
        schedule_vector together = {0};
        vector_push(&accesses, data_race_access(first));
        vector_push(&accesses, data_race_access(second));
        if (!s->reduction->no_trace)
            bring_together(s, first_step - 1, s->trace.events.size - 1, &together);
        struct exploration_violation *v =
            search_add_violation(s, PROPERTY_DATA_RACE, message, second->thread, second->code);
        if (v) {
            v->accesses = accesses;
            if (together.size) {
                v->found = v->schedule;
                v->schedule = together;
            }
        } else {
            vector_free(&accesses);
            vector_free(&together);
        }
    }
    memory_free(message);
}

static void follow_suspicion(struct search *s, const struct learnt_fact *fact)
{
    if (machine_knows(s->machine, fact)) {
        search_add_reason(s, s->step.code, "a data race with what a thread did before it shared the memory");
        return;
    }
    machine_add_fact(s->machine, *fact);
    s->data_race_restart = true;
}

void data_race_executed(struct search *s)
{
    if (!s->races)
        return;
    uint32_t begin, end;
    const struct machine_note *notes = machine_notes(s->machine, &begin, &end);
    data_race_step(s->races, s->steps, notes, begin, end, s->reduction->no_trace ? NULL : &s->trace);
    const struct data_race_pair *pairs;
    uint32_t count = data_race_pairs(s->races, &pairs);
    if (count)
        pruning_stop(s, NULL);
    pruning_noted(s);
    for (uint32_t k = 0; k < count && s->steps; k++)
        report_noted_race(s, &notes[pairs[k].first], &notes[pairs[k].second],
                          data_race_step_of(s->races, pairs[k].first));
    const struct learnt_fact *facts;
    count = data_race_suspects(s->races, &facts);
    for (uint32_t k = 0; k < count; k++)
        follow_suspicion(s, &facts[k]);
}
