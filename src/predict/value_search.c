#include "predict/value_questions.h"

#include "base/clock.h"
#include "base/resident.h"
#include "predict/value_encoding.h"
#include "predict/value_schedule.h"

#define DEFAULT_MOST_EVENTS 2000u
#define NOT_CONFIRMED "a prediction was not confirmed, since a loop waits for other threads"

void value_add_reason(struct value_search *s, uint32_t code, const char *message)
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
        value_add_reason(s, NO_CODE, reason);
    s->stop = s->result->out_of_budget = s->result->bounded = true;
}

bool value_over(void *context)
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

void value_add_undecided(struct value_search *s, uint32_t code)
{
    if (!value_over(s))
        value_add_reason(s, code,
                         "the solver could not decide whether this fails in another order (--solver-timeout "
                         "gives it more time)");
}

// ---- violations

static bool is_known_violation(const struct value_search *s, const struct exploration_violation *v)
{
    for (uint32_t k = 0; k < s->result->violations.size; k++) {
        const struct exploration_violation *w = &s->result->violations.data[k];
        if (w->property == v->property && w->code == v->code && !strcmp(w->message, v->message))
            return true;
    }
    return false;
}

// Replays the violation as everything else that heddle reports, and adds it. `certain`: it has to replay.
void value_confirm(struct value_search *s, struct exploration_violation *v, bool certain)
{
    struct replay_analysis analysis = {0};
    char *why = NULL;
    bool wanted = s->options->machine.properties & 1u << v->property;
    if (!wanted || is_known_violation(s, v)) {
        exploration_free_violation(v);
        return;
    }
    bool replays =
        violation_confirm(s->program, &s->options->machine, v, &analysis, &why) == REPLAY_CONFIRMED;
    if (!replays && certain && s->run->waits)
        value_add_reason(s, v->code, NOT_CONFIRMED);
    else if (!replays && certain && !s->result->internal_error)
        s->result->internal_error =
            memory_format("the prediction '%s' does not replay: %s", v->message, why ? why : "it passes");
    if (v->replayed && !is_known_violation(s, v)) { // what was replayed has its message
        vector_push(&s->result->violations, *v);
        s->stop |= !s->options->all;
    } else {
        exploration_free_violation(v);
    }
    memory_free(why);
    replay_analysis_free(&analysis);
}

static void report_assertion(struct value_search *s, const struct trace_assertion *a, const uint64_t *values)
{
    char *why = NULL;
    bool overdue;
    struct exploration_violation v = machine_run_violation(s->run, s->terms, values);
    value_schedule(&s->trace, values, s->trace.after.data + a->after_begin, a->after_end - a->after_begin,
                   &v.schedule);
    if (machine_run_discover(s->program, &s->options->machine, 0, NO_THREAD, &v, &why, &overdue)) {
        value_confirm(s, &v, true);
    } else {
        if (s->run->waits)
            value_add_reason(s, a->code, NOT_CONFIRMED);
        else if (!s->result->internal_error)
            s->result->internal_error = memory_format("a prediction does not replay: %s", why);
        exploration_free_violation(&v);
    }
    memory_free(why);
}

// ---- questions

// Marks the inputs that the condition looks at; without a condition what is read once all other threads have
// ended, which no prefix has to do.
static void mark_free_reads(const struct value_search *s, term condition, uint8_t *marks)
{
    uint32_t count = 0;
    const uint32_t *inputs = condition ? term_inputs(s->terms, condition, &count) : NULL;
    for (uint32_t n = 0; n < count; n++)
        marks[inputs[n]] = true;
    for (uint32_t k = 0; k < s->trace.accesses.size && !condition && s->values->prefixes; k++) {
        const struct trace_access *a = &s->trace.accesses.data[k];
        if (!a->write && !a->fixed && s->trace.events.data[a->event].silent)
            marks[term_get(s->terms, a->t)->value] = true;
    }
}

term value_observed(struct value_search *s, term condition)
{
    term all = term_constant(s->terms, 1, 1);
    if (s->values->model == MODEL_CTP)
        return all;
    uint8_t *marks = memory_zalloc(s->model_count + 1, 1);
    mark_free_reads(s, condition, marks);
    for (uint32_t k = 0; k < s->run->values.size; k++) {
        const struct term_input *i = term_input_get(s->terms, k);
        term self = i->self;
        bool is_free = i->maker == FOLLOWED_READS && marks[k];
        term value = term_constant(s->terms, i->width, s->run->values.data[k]);
        if (!is_free)
            all = term_and(s->terms, all, term_eq(s->terms, self, value));
    }
    memory_free(marks);
    return all;
}

enum smt_answer value_ask(struct value_search *s, term question, uint64_t *values)
{
    limit_query(s);
    return smt_check(s->smt, s->conjuncts.data, s->conjuncts.size, question, s->model, values,
                     s->model_count);
}

// The condition that the whole trace is executed (CTP section 4).
term value_completed(const struct value_search *s)
{
    term t = term_constant(s->terms, 1, 1);
    for (uint32_t k = 0; k < s->trace.completed.size; k++)
        if (s->trace.completed.data[k])
            t = term_and(s->terms, t, s->trace.completed.data[k]);
    for (uint32_t k = 0; k < s->trace.events.size; k++)
        t = term_and(s->terms, t, s->trace.events.data[k].executed);
    return t;
}

// The condition that threads go on after this assertion, by its number from 1, though it failed; 0: after
// none.
term value_waives(const struct value_search *s, uint32_t number)
{
    unsigned width = term_width(s->terms, s->trace.waived);
    return term_eq(s->terms, s->trace.waived, term_constant(s->terms, width, number));
}

// The whole trace is executed, as if the assertion had not stopped its thread; or, with `number` 0, only what
// comes before it.
term value_failing(struct value_search *s, const struct trace_assertion *a, uint32_t number)
{
    term t = term_and(s->terms, a->reached, term_not(s->terms, a->condition));
    t = term_and(s->terms, t, value_waives(s, number));
    if (number)
        t = term_and(s->terms, t, value_completed(s));
    return term_and(s->terms, t, value_observed(s, a->condition));
}

bool value_is_found(const struct value_search *s, uint32_t code)
{
    for (uint32_t k = 0; k < s->found.size; k++)
        if (code == s->found.data[k])
            return true;
    return false;
}

static void look_at_assertion(struct value_search *s, uint32_t number)
{
    const struct trace_assertion *a = &s->trace.assertions.data[number];
    if (value_is_found(s, a->code))
        return;
    uint64_t *values = memory_zalloc(s->model_count + 1, sizeof *values);
    enum smt_answer answer = value_ask(s, value_failing(s, a, number + 1), values);
    if (answer != SMT_SAT && s->values->prefixes)
        answer = value_ask(s, value_failing(s, a, 0), values);
    if (answer == SMT_SAT) {
        vector_push(&s->found, a->code);
        report_assertion(s, a, values);
    } else if (answer == SMT_UNKNOWN) {
        value_add_undecided(s, a->code);
    }
    memory_free(values);
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

bool value_begin(struct value_search *s)
{
    s->asked.size = 0;
    trace_program_make(&s->trace, s->program, s->terms, s->run, s->options->machine.properties);
    s->conjuncts.size = 0;
    value_encoding_make(&s->trace, &s->conjuncts);
    s->model = value_encoding_model(&s->trace, &s->model_count);
    s->result->counters.events += s->trace.events.size;
    if (s->trace.events.size > s->result->counters.max_depth)
        s->result->counters.max_depth = s->trace.events.size;
    bool described = is_described(s);
    if (!described)
        value_add_reason(
            s, NO_CODE,
            "an operation of this execution does more than its events say: nothing is predicted from it");
    return described;
}

void value_end(struct value_search *s)
{
    memory_free(s->model);
    trace_program_free(&s->trace);
}

static void predict_from_run(struct value_search *s)
{
    bool described = value_begin(s);
    for (uint32_t k = 0; k < s->trace.assertions.size && described && !value_over(s); k++)
        look_at_assertion(s, k);
    if (described) {
        value_look_for_tears(s);
        value_look_for_races(s);
        value_look_for_errors(s);
    }
    value_end(s);
}

// The execution itself fails.
static void take_run_failure(struct value_search *s, struct machine_run *run)
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
    value_confirm(s, &v, true);
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
        .interrupt = value_over,
        .context = s};
    s->terms = terms_new();
    s->smt = smt_new(s->terms, &smt_options);
    struct machine_run *run = machine_run(s->program, s->terms, &options);
    s->run = run;
    s->result->counters.complete++;
    s->result->machine.instructions += run->instructions;
    if (run->cut)
        value_add_reason(s, run->cut_at, run->cut);
    if (run->failed)
        take_run_failure(s, run);
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
    value_add_reason(
        &s, NO_CODE,
        "only the orders of the events of recorded executions were looked at, and no deadlocks, leaks and "
        "reads of what was never written in them (--engine=predict)");
    for (uint64_t k = 0; k < value_options->runs && !value_over(&s); k++)
        look_at_run(&s, k);
    vector_free(&s.conjuncts);
    vector_free(&s.found);
    vector_free(&s.torn);
    vector_free(&s.raced);
    vector_free(&s.asked);
    s.result->verdict = s.result->violations.size ? VERDICT_VIOLATION : VERDICT_INCONCLUSIVE;
    s.result->seconds = clock_seconds() - s.start;
    return s.result;
}
