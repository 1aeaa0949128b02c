#include "predict/value_questions.h"

#include "predict/value_schedule.h"

// Of events at the same places, as in the rounds of a loop, so many are asked about.
#define MOST_ASKED 64u

static bool may_ask(struct value_search *s, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t places[] = {a, b, c};
    struct asked_places *known = NULL;
    for (uint32_t k = 0; k < s->asked.size && !known; k++)
        if (!memcmp(s->asked.data[k].places, places, sizeof places))
            known = &s->asked.data[k];
    if (!known) {
        vector_push(&s->asked, (struct asked_places){.places = {a, b, c}});
        known = &vector_last(&s->asked);
    }
    if (known->times++ < MOST_ASKED)
        return true;
    value_add_reason(s, a, "a place is passed so often that not all pairs of its events were looked at");
    return false;
}

// Asks whether threads come to stand as `stands` says, in an order of the trace; `whole`: in one that
// executes all of it. Where that is undecided, there is a reason that names `code`. Then the values are in
// *values, which the caller frees in any case.
static bool may_stand(struct value_search *s, term stands, bool whole, uint32_t code, uint64_t **values)
{
    term question = term_and(s->terms, stands, value_waives(s, 0));
    if (whole)
        question = term_and(s->terms, question, value_completed(s));
    question = term_and(s->terms, question, value_observed(s, TERM_NONE));
    *values = memory_zalloc(s->model_count + 1, sizeof **values);
    enum smt_answer answer = value_ask(s, question, *values);
    if (answer == SMT_UNKNOWN)
        value_add_undecided(s, code);
    return answer == SMT_SAT;
}

// ---- atomicity

static struct violation_access access_of_event(const struct value_search *s, uint32_t event)
{
    const struct trace_event *e = &s->trace.events.data[event];
    const struct schedule_step *step = &s->run->schedule.data[e->step];
    return (struct violation_access){.thread = e->thread,
                                     .code = step->code,
                                     .place = s->run->items.data[e->item].place,
                                     .kind = step->kind};
}

static void report_tear(struct value_search *s, const struct trace_triple *t, const uint64_t *values)
{
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    value_schedule(&s->trace, values, &t->last, 1, &v.schedule);
    vector_push(&v.accesses, access_of_event(s, t->first));
    vector_push(&v.accesses, access_of_event(s, t->between));
    vector_push(&v.accesses, access_of_event(s, t->last));
    v.property = PROPERTY_ATOMICITY;
    v.thread = v.accesses.data[2].thread;
    v.code = v.accesses.data[2].code;
    v.message = memory_format("atomicity violation of instructions %u, %u and %u", v.accesses.data[0].code,
                              v.accesses.data[1].code, v.code);
    value_confirm(s, &v, true);
}

static struct trace_triple codes_of_triple(const struct value_search *s, const struct trace_triple *t)
{
    return (struct trace_triple){access_of_event(s, t->first).code, access_of_event(s, t->between).code,
                                 access_of_event(s, t->last).code};
}

static bool is_reported_tear(const struct value_search *s, const struct trace_triple *codes)
{
    for (uint32_t k = 0; k < s->torn.size; k++)
        if (!memcmp(&s->torn.data[k], codes, sizeof *codes))
            return true;
    return false;
}

static void look_at_triple(struct value_search *s, const struct trace_triple *t)
{
    struct trace_triple codes = codes_of_triple(s, t);
    if (is_reported_tear(s, &codes) || !may_ask(s, codes.first, codes.between, codes.last))
        return;
    uint64_t *values;
    if (may_stand(s, value_triple_happens(&s->trace, t), !s->values->prefixes, codes.last, &values)) {
        vector_push(&s->torn, codes);
        report_tear(s, t, values);
    }
    memory_free(values);
}

void value_look_for_tears(struct value_search *s)
{
    triple_list triples = {0};
    if (s->options->machine.properties & 1u << PROPERTY_ATOMICITY)
        value_triples(&s->trace, &triples);
    for (uint32_t k = 0; k < triples.size && !value_over(s); k++)
        look_at_triple(s, &triples.data[k]);
    vector_free(&triples);
}

// ---- races

static bool is_raced(const struct value_search *s, const struct trace_pair *codes)
{
    for (uint32_t k = 0; k < s->raced.size; k++)
        if (!memcmp(&s->raced.data[k], codes, sizeof *codes))
            return true;
    return false;
}

// What comes right before the event in every order.
static void add_past(const struct value_search *s, uint32_t event, event_list *needed)
{
    const struct trace_event *e = &s->trace.events.data[event];
    for (uint32_t k = e->after_begin; k < e->after_end; k++)
        vector_push(needed, s->trace.after.data[k]);
}

static void report_event_race(struct value_search *s, const struct trace_pair *pair, const uint64_t *values)
{
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    event_list needed = {0};
    add_past(s, pair->first, &needed);
    add_past(s, pair->second, &needed);
    value_schedule(&s->trace, values, needed.data, needed.size, &v.schedule);
    value_schedule_step(&s->trace, pair->first, &v.schedule);
    value_schedule_step(&s->trace, pair->second, &v.schedule);
    vector_push(&v.accesses, access_of_event(s, pair->first));
    vector_push(&v.accesses, access_of_event(s, pair->second));
    v.property = PROPERTY_DATA_RACE;
    v.thread = v.accesses.data[1].thread;
    v.code = v.accesses.data[1].code;
    v.message = memory_format("data race between instructions %u and %u", v.accesses.data[0].place,
                              v.accesses.data[1].place);
    value_confirm(s, &v, false); // functions of the library, and others, are no races
    vector_free(&needed);
}

static void look_at_pair(struct value_search *s, const struct trace_pair *pair)
{
    uint32_t a = access_of_event(s, pair->first).place, b = access_of_event(s, pair->second).place;
    struct trace_pair codes = {a < b ? a : b, a < b ? b : a};
    if (is_raced(s, &codes) || !may_ask(s, codes.first, codes.second, NO_CODE))
        return;
    bool whole = !s->values->prefixes;
    uint64_t *values;
    if (may_stand(s, value_race_stands(&s->trace, pair, whole), whole, codes.first, &values)) {
        vector_push(&s->raced, codes);
        report_event_race(s, pair, values);
    }
    memory_free(values);
}

void value_look_for_races(struct value_search *s)
{
    pair_list pairs = {0};
    if (s->options->machine.properties & 1u << PROPERTY_DATA_RACE)
        value_race_pairs(&s->trace, &pairs);
    for (uint32_t k = 0; k < pairs.size && !value_over(s); k++)
        look_at_pair(s, &pairs.data[k]);
    vector_free(&pairs);
}

// ---- what the machine may report

// How long the execution of a predicted order may take, which may go another way than the one that it was
// predicted from, in seconds.
static double attempt_seconds(const struct value_search *s)
{
    return s->options->max_seconds > 50 ? s->options->max_seconds / 10 : 5;
}

// Executes it: whether the machine reports something is for it to say. `code`: what may fail in it.
static bool attempt(struct value_search *s, uint32_t code, struct exploration_violation *v)
{
    char *why = NULL;
    bool overdue, found = machine_run_discover(s->program, &s->options->machine, attempt_seconds(s),
                                               NO_THREAD, v, &why, &overdue);
    if (overdue)
        value_add_reason(s, code,
                         "executing another order, in which this may fail, takes longer than 5 s, or a tenth "
                         "of --max-seconds");
    if (found)
        value_confirm(s, v, true);
    else
        exploration_free_violation(v);
    memory_free(why);
    return found;
}

static bool try_late(struct value_search *s, const struct trace_pair *pair, const uint64_t *values)
{
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    event_list needed = {0};
    add_past(s, pair->first, &needed);
    vector_push(&needed, pair->second);
    value_schedule(&s->trace, values, needed.data, needed.size, &v.schedule);
    value_schedule_step(&s->trace, pair->first, &v.schedule);
    vector_free(&needed);
    return attempt(s, access_of_event(s, pair->first).code, &v);
}

static void look_at_late(struct value_search *s, const struct trace_pair *pair)
{
    uint32_t code = access_of_event(s, pair->first).code;
    if (value_is_found(s, code) || !may_ask(s, code, access_of_event(s, pair->second).code, NO_STEP - 1))
        return;
    uint64_t *values;
    if (may_stand(s, value_late_stands(&s->trace, pair), false, code, &values) && try_late(s, pair, values))
        vector_push(&s->found, code);
    memory_free(values);
}

static void look_at_suspect(struct value_search *s, const struct trace_assertion *a)
{
    if (value_is_found(s, a->code) || !may_ask(s, a->code, NO_CODE, NO_CODE))
        return;
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    enum smt_answer answer = value_ask(s, value_failing(s, a, 0), values);
    if (answer == SMT_UNKNOWN)
        value_add_undecided(s, a->code);
    if (answer == SMT_SAT) {
        struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
        value_schedule(&s->trace, values, s->trace.after.data + a->after_begin, a->after_end - a->after_begin,
                       &v.schedule);
        if (attempt(s, a->code, &v))
            vector_push(&s->found, a->code);
    }
    memory_free(values);
}

// Failures that stop their thread: they have no order of the whole trace.
void value_look_for_errors(struct value_search *s)
{
    uint32_t about =
        1u << PROPERTY_MEMORY | 1u << PROPERTY_LOCK | 1u << PROPERTY_ARITHMETIC | 1u << PROPERTY_OVERFLOW;
    if (!s->values->prefixes || !(s->options->machine.properties & about))
        return;
    pair_list pairs = {0};
    value_late_pairs(&s->trace, &pairs);
    for (uint32_t k = 0; k < pairs.size && !value_over(s); k++)
        look_at_late(s, &pairs.data[k]);
    for (uint32_t k = 0; k < s->trace.suspects.size && !value_over(s); k++)
        look_at_suspect(s, &s->trace.suspects.data[k]);
    vector_free(&pairs);
}
