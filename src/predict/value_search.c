#include "predict/value_search.h"

#include "base/clock.h"
#include "base/resident.h"
#include "predict/value_atomicity.h"
#include "predict/value_encoding.h"
#include "predict/value_races.h"
#include "predict/value_schedule.h"

#define DEFAULT_MOST_EVENTS 2000u

typedef VECTOR(uint32_t) event_list;

struct value_search {
    const struct program *program;
    const struct exploration_options *options;
    const struct value_options *values;
    struct exploration *result;
    double start;
    bool stop;
    // of the present execution
    struct terms *terms;
    struct smt *smt;
    const struct machine_run *run;
    struct trace_program trace;
    term_list conjuncts;
    uint64_t *model; // of the run
    uint32_t model_count;
    VECTOR(uint32_t) found; // codes of assertions that fail
    triple_list torn;       // codes of atomicity violations that were found
    pair_list raced;        // places of data races that were found
};

static void add_reason(struct value_search *s, uint32_t code, const char *message)
{
    for (uint32_t k = 0; k < s->result->reasons.size; k++) {
        struct exploration_remark *r = &s->result->reasons.data[k];
        if (r->code == code && !strcmp(r->message, message)) {
            r->times++;
            return;
        }
    }
    vector_push(&s->result->reasons, (struct exploration_remark){
                                         .message = memory_copy_string(message), .code = code, .times = 1});
}

// ---- budgets

static void stop_for(struct value_search *s, const char *reason)
{
    if (!s->stop)
        add_reason(s, NO_CODE, reason);
    s->stop = s->result->out_of_budget = s->result->bounded = true;
}

static bool over(void *context)
{
    struct value_search *s = context;
    const struct exploration_options *o = s->options;
    if (o->interrupt && o->interrupt->stop) {
        s->result->interrupted = true;
        stop_for(s, "interrupted before all reorderings were looked at");
    }
    if (o->max_seconds > 0 && clock_seconds() - s->start > o->max_seconds)
        stop_for(s, "the time budget ran out (--max-seconds)");
    if (o->max_memory && resident_bytes() > o->max_memory)
        stop_for(s, "the memory budget ran out (--max-memory)");
    return s->stop;
}

static void limit_query(struct value_search *s)
{
    double left = s->options->max_seconds - (clock_seconds() - s->start);
    if (s->options->max_seconds > 0 && left < 60)
        smt_limit(s->smt, left > 0 ? (unsigned)(left * 1000) + 1 : 1);
}

// ---- violations

static bool known(const struct value_search *s, const struct exploration_violation *v)
{
    for (uint32_t k = 0; k < s->result->violations.size; k++) {
        const struct exploration_violation *w = &s->result->violations.data[k];
        if (w->property == v->property && w->code == v->code && !strcmp(w->message, v->message))
            return true;
    }
    return false;
}

// Replays the violation as everything else that heddle reports, and adds it. `certain`: it has to replay.
static void confirm(struct value_search *s, struct exploration_violation *v, bool certain)
{
    struct replay_analysis analysis = {0};
    char *why = NULL;
    bool wanted = s->options->machine.properties & 1u << v->property;
    if (!wanted || known(s, v)) {
        exploration_free_violation(v);
        return;
    }
    if (!violation_confirm(s->program, &s->options->machine, v, &analysis, &why) && certain &&
        !s->result->internal_error)
        s->result->internal_error =
            memory_format("the prediction '%s' does not replay: %s", v->message, why ? why : "it passes");
    if (v->replayed && !known(s, v)) { // what was replayed has its message
        vector_push(&s->result->violations, *v);
        s->stop |= !s->options->all;
    } else {
        exploration_free_violation(v);
    }
    memory_free(why);
    replay_analysis_free(&analysis);
}

static void report(struct value_search *s, const struct trace_assertion *a, const uint64_t *values)
{
    char *why = NULL;
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    value_schedule(&s->trace, values, s->trace.after.data + a->after_begin, a->after_end - a->after_begin,
                   &v.schedule);
    if (machine_run_discover(s->program, &s->options->machine, false, &v, &why)) {
        confirm(s, &v, true);
    } else {
        if (s->run->waits)
            add_reason(s, a->code, "a prediction was not confirmed, since a loop waits for other threads");
        else if (!s->result->internal_error)
            s->result->internal_error = memory_format("a prediction does not replay: %s", why);
        exploration_free_violation(&v);
    }
    memory_free(why);
}

// ---- questions

// With the maximal causal model: inputs, and reads but those that the assertion's condition itself looks at,
// have the values of the run. TERM_NONE: there is no assertion.
static term observed(struct value_search *s, term condition)
{
    term all = term_constant(s->terms, 1, 1);
    if (s->values->model == MODEL_CTP)
        return all;
    for (uint32_t k = 0; k < s->run->values.size; k++) {
        const struct term_input *i = term_input_get(s->terms, k);
        uint32_t count = 0;
        bool looked_at = false;
        term self = i->self;
        unsigned width = i->width;
        const uint32_t *inputs = condition ? term_inputs(s->terms, condition, &count) : NULL;
        for (uint32_t n = 0; n < count; n++)
            looked_at |= inputs[n] == k && i->maker == FOLLOWED_READS;
        if (!looked_at)
            all = term_and(s->terms, all,
                           term_eq(s->terms, self, term_constant(s->terms, width, s->run->values.data[k])));
    }
    return all;
}

static enum smt_answer ask(struct value_search *s, term question, uint64_t *values)
{
    limit_query(s);
    return smt_check(s->smt, s->conjuncts.data, s->conjuncts.size, question, s->model, values,
                     s->model_count);
}

// That the whole trace is executed (CTP section 4).
static term completed(const struct value_search *s)
{
    term t = term_constant(s->terms, 1, 1);
    for (uint32_t k = 0; k < s->trace.completed.size; k++)
        if (s->trace.completed.data[k])
            t = term_and(s->terms, t, s->trace.completed.data[k]);
    for (uint32_t k = 0; k < s->trace.events.size; k++)
        t = term_and(s->terms, t, s->trace.events.data[k].executed);
    return t;
}

// That threads go on after this assertion, by its number from 1, though it failed; 0: after none.
static term waives(const struct value_search *s, uint32_t number)
{
    unsigned width = term_width(s->terms, s->trace.waived);
    return term_eq(s->terms, s->trace.waived, term_constant(s->terms, width, number));
}

// The whole trace is executed, as if the assertion had not stopped its thread; or, with `number` 0, only what
// comes before it.
static term failing(struct value_search *s, const struct trace_assertion *a, uint32_t number)
{
    term t = term_and(s->terms, a->reached, term_not(s->terms, a->condition));
    t = term_and(s->terms, t, waives(s, number));
    if (number)
        t = term_and(s->terms, t, completed(s));
    return term_and(s->terms, t, observed(s, a->condition));
}

static bool is_found(const struct value_search *s, uint32_t code)
{
    for (uint32_t k = 0; k < s->found.size; k++)
        if (code == s->found.data[k])
            return true;
    return false;
}

static void look_at(struct value_search *s, uint32_t number)
{
    const struct trace_assertion *a = &s->trace.assertions.data[number];
    if (is_found(s, a->code))
        return;
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    enum smt_answer answer = ask(s, failing(s, a, number + 1), values);
    if (answer != SMT_SAT && s->values->prefixes)
        answer = ask(s, failing(s, a, 0), values);
    if (answer == SMT_SAT) {
        vector_push(&s->found, a->code);
        report(s, a, values);
    } else if (answer == SMT_UNKNOWN && !over(s))
        add_reason(s, a->code,
                   "the solver could not decide whether this fails in another order (--solver-timeout "
                   "gives it more time)");
    memory_free(values);
}

// ---- atomicity

static struct violation_access access_of(const struct value_search *s, uint32_t event)
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
    vector_push(&v.accesses, access_of(s, t->first));
    vector_push(&v.accesses, access_of(s, t->between));
    vector_push(&v.accesses, access_of(s, t->last));
    v.property = PROPERTY_ATOMICITY;
    v.thread = v.accesses.data[2].thread;
    v.code = v.accesses.data[2].code;
    v.message = memory_format("atomicity violation of instructions %u, %u and %u", v.accesses.data[0].code,
                              v.accesses.data[1].code, v.code);
    confirm(s, &v, true);
}

static struct trace_triple codes_of(const struct value_search *s, const struct trace_triple *t)
{
    return (struct trace_triple){access_of(s, t->first).code, access_of(s, t->between).code,
                                 access_of(s, t->last).code};
}

static bool is_torn(const struct value_search *s, const struct trace_triple *codes)
{
    for (uint32_t k = 0; k < s->torn.size; k++)
        if (!memcmp(&s->torn.data[k], codes, sizeof *codes))
            return true;
    return false;
}

static void look_at_triple(struct value_search *s, const struct trace_triple *t)
{
    struct trace_triple codes = codes_of(s, t);
    if (is_torn(s, &codes))
        return;
    term question = term_and(s->terms, value_triple_happens(&s->trace, t), waives(s, 0));
    if (!s->values->prefixes)
        question = term_and(s->terms, question, completed(s));
    question = term_and(s->terms, question, observed(s, TERM_NONE));
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    enum smt_answer answer = ask(s, question, values);
    if (answer == SMT_SAT) {
        vector_push(&s->torn, codes);
        report_tear(s, t, values);
    } else if (answer == SMT_UNKNOWN && !over(s)) {
        add_reason(s, codes.last,
                   "the solver could not decide whether another order violates atomicity here "
                   "(--solver-timeout gives it more time)");
    }
    memory_free(values);
}

static void look_for_tears(struct value_search *s)
{
    triple_list triples = {0};
    if (s->options->machine.properties & 1u << PROPERTY_ATOMICITY)
        value_triples(&s->trace, &triples);
    for (uint32_t k = 0; k < triples.size && !over(s); k++)
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

static void report_race(struct value_search *s, const struct trace_pair *pair, const uint64_t *values)
{
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    event_list needed = {0};
    add_past(s, pair->first, &needed);
    add_past(s, pair->second, &needed);
    value_schedule(&s->trace, values, needed.data, needed.size, &v.schedule);
    value_schedule_step(&s->trace, pair->first, &v.schedule);
    value_schedule_step(&s->trace, pair->second, &v.schedule);
    vector_push(&v.accesses, access_of(s, pair->first));
    vector_push(&v.accesses, access_of(s, pair->second));
    v.property = PROPERTY_DATA_RACE;
    v.thread = v.accesses.data[1].thread;
    v.code = v.accesses.data[1].code;
    v.message = memory_format("data race between instructions %u and %u", v.accesses.data[0].place,
                              v.accesses.data[1].place);
    confirm(s, &v, false); // functions of the library, and others, are no races
    vector_free(&needed);
}

static void look_at_pair(struct value_search *s, const struct trace_pair *pair)
{
    uint32_t a = access_of(s, pair->first).place, b = access_of(s, pair->second).place;
    struct trace_pair codes = {a < b ? a : b, a < b ? b : a};
    if (is_raced(s, &codes))
        return;
    bool whole = !s->values->prefixes;
    term question = term_and(s->terms, value_race_stands(&s->trace, pair, whole), waives(s, 0));
    if (whole)
        question = term_and(s->terms, question, completed(s));
    question = term_and(s->terms, question, observed(s, TERM_NONE));
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    enum smt_answer answer = ask(s, question, values);
    if (answer == SMT_SAT) {
        vector_push(&s->raced, codes);
        report_race(s, pair, values);
    } else if (answer == SMT_UNKNOWN && !over(s)) {
        add_reason(s, codes.first,
                   "the solver could not decide whether another order has a data race here (--solver-timeout "
                   "gives it more time)");
    }
    memory_free(values);
}

static void look_for_races(struct value_search *s)
{
    pair_list pairs = {0};
    if (s->options->machine.properties & 1u << PROPERTY_DATA_RACE)
        value_race_pairs(&s->trace, &pairs);
    for (uint32_t k = 0; k < pairs.size && !over(s); k++)
        look_at_pair(s, &pairs.data[k]);
    vector_free(&pairs);
}

// ---- what the machine may report

// Executes it: whether the machine reports something is for it to say.
static bool attempt(struct value_search *s, struct exploration_violation *v)
{
    char *why = NULL;
    bool found = machine_run_discover(s->program, &s->options->machine, true, v, &why);
    if (found)
        confirm(s, v, true);
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
    return attempt(s, &v);
}

static void look_at_late(struct value_search *s, const struct trace_pair *pair)
{
    uint32_t code = access_of(s, pair->first).code;
    if (is_found(s, code))
        return;
    term question = term_and(s->terms, value_late_stands(&s->trace, pair), observed(s, TERM_NONE));
    question = term_and(s->terms, question, waives(s, 0));
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    if (ask(s, question, values) == SMT_SAT && try_late(s, pair, values))
        vector_push(&s->found, code);
    memory_free(values);
}

static void look_at_suspect(struct value_search *s, const struct trace_assertion *a)
{
    if (is_found(s, a->code))
        return;
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    if (ask(s, failing(s, a, 0), values) == SMT_SAT) {
        struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
        value_schedule(&s->trace, values, s->trace.after.data + a->after_begin, a->after_end - a->after_begin,
                       &v.schedule);
        if (attempt(s, &v))
            vector_push(&s->found, a->code);
    }
    memory_free(values);
}

// Failures that stop their thread: they have no order of the whole trace.
static void look_for_errors(struct value_search *s)
{
    uint32_t about =
        1u << PROPERTY_MEMORY | 1u << PROPERTY_LOCK | 1u << PROPERTY_ARITHMETIC | 1u << PROPERTY_OVERFLOW;
    if (!s->values->prefixes || !(s->options->machine.properties & about))
        return;
    pair_list pairs = {0};
    value_late_pairs(&s->trace, &pairs);
    for (uint32_t k = 0; k < pairs.size && !over(s); k++)
        look_at_late(s, &pairs.data[k]);
    for (uint32_t k = 0; k < s->trace.suspects.size && !over(s); k++)
        look_at_suspect(s, &s->trace.suspects.data[k]);
    vector_free(&pairs);
}

// ---- executions

// Whether all that is said of the execution's orders holds for the execution itself. It does not where a
// native changes what no event of its says (the end of a thread that others ask for, for one).
static bool is_described(const struct value_search *s)
{
    for (uint32_t k = 0; k < s->conjuncts.size; k++)
        if (!(term_evaluate(s->terms, s->conjuncts.data[k], s->model, s->model_count) & 1))
            return false;
    return true;
}

static void predict_from_run(struct value_search *s)
{
    trace_program_make(&s->trace, s->program, s->terms, s->run, s->options->machine.properties);
    s->conjuncts.size = 0;
    value_encoding_make(&s->trace, &s->conjuncts);
    s->model = value_encoding_model(&s->trace, &s->model_count);
    s->result->counters.events += s->trace.events.size;
    if (s->trace.events.size > s->result->counters.max_depth)
        s->result->counters.max_depth = s->trace.events.size;
    bool described = is_described(s);
    if (!described)
        add_reason(
            s, NO_CODE,
            "an operation of this execution does more than its events say: nothing is predicted from it");
    for (uint32_t k = 0; k < s->trace.assertions.size && described && !over(s); k++)
        look_at(s, k);
    if (described) {
        look_for_tears(s);
        look_for_races(s);
        look_for_errors(s);
    }
    memory_free(s->model);
    trace_program_free(&s->trace);
}

// The execution itself fails.
static void take_failure(struct value_search *s, struct machine_run *run)
{
    struct exploration_violation v = machine_run_violation(run, s->terms, run->values.data);
    const struct exploration_violation *f = run->failed;
    v.property = f->property;
    v.message = memory_copy_string(f->message);
    v.thread = f->thread;
    v.code = f->code;
    for (uint32_t k = 0; k < f->stack.size; k++)
        vector_push(&v.stack, f->stack.data[k]);
    for (uint32_t k = 0; k < run->schedule.size; k++)
        vector_push(&v.schedule, run->schedule.data[k]);
    confirm(s, &v, true);
}

static void look_at_run(struct value_search *s, uint64_t number)
{
    struct smt_options smt_options = {.query_milliseconds = s->options->solver_milliseconds,
                                      .memory = s->options->max_memory,
                                      .interrupt = s->options->interrupt,
                                      .caches = true,
                                      .slicing = true};
    struct machine_run_options options = {
        .machine = &s->options->machine,
        .schedule = number == 0 ? s->values->schedule : RUN_DRAWN,
        .seed = s->options->seed + number,
        .most_events = s->values->most_events ? (uint32_t)s->values->most_events : DEFAULT_MOST_EVENTS,
        .interrupt = over,
        .context = s};
    s->terms = terms_new();
    s->smt = smt_new(s->terms, &smt_options);
    struct machine_run *run = machine_run(s->program, s->terms, &options);
    s->run = run;
    s->result->counters.complete++;
    s->result->machine.instructions += run->instructions;
    if (run->cut)
        add_reason(s, run->cut_at, run->cut);
    if (run->failed)
        take_failure(s, run);
    if (!s->stop)
        predict_from_run(s);
    struct smt_statistics *sum = &s->result->solver;
    const struct smt_statistics *now = smt_statistics(s->smt);
    sum->questions += now->questions;
    sum->queries += now->queries;
    sum->unknowns += now->unknowns;
    sum->seconds += now->seconds;
    machine_run_free(run);
    smt_free(s->smt);
    terms_free(s->terms);
}

struct exploration *predict_values(const struct program *program, const struct exploration_options *options,
                                   const struct value_options *value_options)
{
    struct value_search s = {.program = program,
                             .options = options,
                             .values = value_options,
                             .result = memory_zalloc(1, sizeof *s.result),
                             .start = clock_seconds()};
    add_reason(
        &s, NO_CODE,
        "only the orders of the events of recorded executions were looked at, and no deadlocks, leaks and "
        "reads of what was never written in them (--engine=predict)");
    for (uint64_t k = 0; k < value_options->runs && !over(&s); k++)
        look_at_run(&s, k);
    vector_free(&s.conjuncts);
    vector_free(&s.found);
    vector_free(&s.torn);
    vector_free(&s.raced);
    s.result->verdict = s.result->violations.size ? VERDICT_VIOLATION : VERDICT_INCONCLUSIVE;
    s.result->seconds = clock_seconds() - s.start;
    return s.result;
}
