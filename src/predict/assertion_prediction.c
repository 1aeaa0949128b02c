#include "predict/assertion_prediction.h"

#include "base/clock.h"
#include "predict/recorded_calls.h"
#include "predict/recorded_order.h"
#include "predict/value_questions.h"
#include "predict/value_schedule.h"

#include <string.h>

struct searcher {
    const struct assertion_options *options;
    const struct event_trace *trace;
    const recording_origins *origins;
    struct prediction_result *result;
    struct recorded_path path;
    struct recorded_walk walk;
    struct value_search values;
    term *failures; // of each assertion: that it fails
};

// ---- reasons

static char *place_text(const struct program *program, uint32_t code)
{
    const struct location *l =
        code < program->code_count ? &program->locations[program->location_of[code]] : NULL;
    return l ? memory_format("%s:%u", program_string(program, l->file), l->line) : NULL;
}

static void add_prediction_reason(struct prediction_result *result, char *text)
{
    for (uint32_t k = 0; k < result->reasons.size; k++)
        if (!strcmp(result->reasons.data[k], text)) {
            memory_free(text);
            return;
        }
    vector_push(&result->reasons, text);
}

static void add_reason_at(struct searcher *s, const char *message, uint32_t code)
{
    char *place = place_text(s->values.program, code);
    add_prediction_reason(s->result,
                          place ? memory_format("%s: %s", place, message) : memory_copy_string(message));
    memory_free(place);
}

static void take_reasons(struct searcher *s)
{
    const struct exploration *e = s->values.result;
    for (uint32_t k = 0; k < e->reasons.size; k++)
        add_reason_at(s, e->reasons.data[k].message, e->reasons.data[k].code);
    for (uint32_t k = 0; k < s->walk.ends.size; k++) {
        const struct walk_end *end = &s->walk.ends.data[k];
        char *text = memory_format("of a thread, what follows is not looked at: %s", end->why);
        add_reason_at(s, text, end->code);
        memory_free(text);
    }
    if (s->walk.run->cut)
        add_reason_at(s, s->walk.run->cut, s->walk.run->cut_at);
}

// ---- copies

// Where both are executed no event of another thread comes between them; and between the first one and the
// end, if the second one is not.
static void keep_together(struct searcher *s, uint32_t first, uint32_t second)
{
    const struct trace_program *p = &s->values.trace;
    struct terms *terms = s->values.terms;
    const struct trace_event *a = &p->events.data[first], *b = &p->events.data[second];
    for (uint32_t n = 0; n < p->events.size; n++) {
        const struct trace_event *other = &p->events.data[n];
        if (other->thread == a->thread || other->silent)
            continue;
        term sooner = value_encoding_before(p, n, first), later = value_encoding_before(p, second, n);
        term apart = term_or(terms, sooner, term_and(terms, later, b->executed));
        term absent = term_or(terms, term_not(terms, other->executed), term_not(terms, a->executed));
        vector_push(&s->values.conjuncts, term_or(terms, absent, apart));
    }
}

// What is one copy, or one access of more than 8 bytes, natively is several operations in the machine.
static void keep_copies_whole(struct searcher *s)
{
    const struct trace_program *p = &s->values.trace;
    uint32_t *last = memory_zalloc(p->threads + 1u, sizeof *last); // event of each thread, + 1
    for (uint32_t k = 0; k < p->events.size; k++) {
        const struct trace_event *e = &p->events.data[k];
        if (e->silent)
            continue;
        if (last[e->thread] && s->walk.steps.data[e->step].goes_on)
            keep_together(s, last[e->thread] - 1, k);
        last[e->thread] = k + 1;
    }
    memory_free(last);
}

// ---- one assertion

// The condition that no other assertion fails: it would end the program first.
static term no_other_fails(const struct searcher *s, uint32_t number)
{
    struct terms *terms = s->values.terms;
    term t = term_constant(terms, 1, 1);
    for (uint32_t k = 0; k < s->values.trace.assertions.size; k++)
        if (k != number)
            t = term_and(terms, t, term_not(terms, s->failures[k]));
    return t;
}

// Whether the machine fails so, too; then what fails.
static bool confirm_failure(struct searcher *s, const struct trace_assertion *a, const uint64_t *values,
                            struct exploration_violation *v)
{
    struct replay_analysis analysis = {0};
    char *why = NULL;
    bool overdue = false;
    const struct machine_options *machine = &s->values.options->machine;
    *v = machine_run_violation(s->values.run, s->values.terms, values);
    value_schedule(&s->values.trace, values, s->values.trace.after.data + a->after_begin,
                   a->after_end - a->after_begin, &v->schedule);
    bool fails = machine_run_discover(s->values.program, machine, 0, a->thread, v, &why, &overdue);
    if (fails) {
        memory_free(why);
        why = NULL;
        fails = violation_confirm(s->values.program, machine, v, &analysis, &why) == REPLAY_CONFIRMED;
    }
    if (!fails) {
        char *text = memory_format("a failure in another order was not confirmed by an execution of it: %s",
                                   why ? why : "it passes");
        value_add_reason(&s->values, a->code, text);
        memory_free(text);
    }
    memory_free(why);
    replay_analysis_free(&analysis);
    return fails;
}

static void add_prediction(struct searcher *s, const struct trace_assertion *a, const uint64_t *values,
                           const struct exploration_violation *v)
{
    char *place = place_text(s->values.program, v->code);
    struct predicted_failure failure = {v->message, place ? place : (char *)"?",
                                        s->walk.threads.data[a->thread].recorded};
    struct prediction order = {0};
    event_list events = {0};
    value_schedule_events(&s->values.trace, values, s->values.trace.after.data + a->after_begin,
                          a->after_end - a->after_begin, &events);
    bool good = recorded_order_make(&s->walk, &s->values.trace, &events, a, s->trace, s->origins, &order);
    if (!good)
        value_add_reason(&s->values, a->code,
                         "this fails in another order, which is none of the recorded events");
    struct prediction *prediction =
        good ? prediction_add_failure(s->result,
                                      v->property == PROPERTY_ABORT ? PREDICTION_ABORT : PREDICTION_ASSERTION,
                                      &failure, s->options->most_predictions)
             : NULL;
    if (prediction) {
        prediction->order = order.order;
        prediction->prefix = order.prefix;
    } else {
        vector_free(&order.order);
        memory_free(order.prefix);
    }
    vector_free(&events);
    memory_free(place);
}

static void report_assertion_failure(struct searcher *s, const struct trace_assertion *a,
                                     const uint64_t *values)
{
    struct exploration_violation v;
    if (confirm_failure(s, a, values, &v) && s->options->properties >> v.property & 1)
        add_prediction(s, a, values, &v);
    exploration_free_violation(&v);
}

static void predict_assertion(struct searcher *s, uint32_t number)
{
    struct value_search *v = &s->values;
    const struct trace_assertion *a = &v->trace.assertions.data[number];
    if (value_is_found(v, a->code))
        return;
    uint64_t *values = memory_zalloc(v->model_count + 1u, sizeof *values);
    term question = term_and(v->terms, value_failing(v, a, 0), no_other_fails(s, number));
    enum smt_answer answer = value_ask(v, question, values);
    if (answer == SMT_SAT) {
        vector_push(&v->found, a->code);
        report_assertion_failure(s, a, values);
    } else if (answer == SMT_UNKNOWN) {
        value_add_undecided(v, a->code);
    }
    memory_free(values);
}

// ---- the walk

static void look_at_walk(struct searcher *s)
{
    struct value_search *v = &s->values;
    bool good = value_begin(v);
    s->failures = memory_zalloc(v->trace.assertions.size + 1u, sizeof *s->failures);
    for (uint32_t k = 0; k < v->trace.assertions.size; k++) {
        const struct trace_assertion *a = &v->trace.assertions.data[k];
        s->failures[k] = term_and(v->terms, a->reached, term_not(v->terms, a->condition));
    }
    if (good)
        keep_copies_whole(s);
    for (uint32_t k = 0; good && k < v->trace.assertions.size && !value_over(v); k++)
        predict_assertion(s, k);
    memory_free(s->failures);
    value_end(v);
}

static void note_walk_failure(struct searcher *s)
{
    const struct machine_run *run = s->walk.run;
    if (!run->failed)
        return;
    char *text =
        s->walk.contradicted
            ? memory_format(
                  "the recording contradicts a failure in the walk, since the thread or program went on: %s",
                  run->failed->message)
            : memory_format("the recorded run may have failed itself: %s", run->failed->message);
    value_add_reason(&s->values, run->failed->code, text);
    memory_free(text);
}

static void predict_from_walk(struct searcher *s, const struct program *program,
                              struct exploration_options *options)
{
    struct smt_options smt_options = {.query_milliseconds = options->solver_milliseconds,
                                      .memory = options->max_memory,
                                      .caches = true,
                                      .slicing = true};
    struct value_options value_options = {.model = MODEL_CTP, .prefixes = true};
    struct value_search *v = &s->values;
    *v = (struct value_search){.program = program,
                               .options = options,
                               .values = &value_options,
                               .result = memory_zalloc(1, sizeof *v->result),
                               .start = clock_seconds(),
                               .terms = terms_new()};
    v->smt = smt_new(v->terms, &smt_options);
    struct machine_run_options run_options = {.machine = &options->machine,
                                              .most_events = s->options->most_events - 1 < UINT32_MAX
                                                                 ? (uint32_t)s->options->most_events
                                                                 : UINT32_MAX,
                                              .interrupt = value_over,
                                              .context = v};
    recorded_walk_make(&s->walk, &s->path, program, v->terms, &run_options);
    v->run = s->walk.run;
    note_walk_failure(s);
    if (s->walk.torn)
        value_add_reason(v, NO_CODE,
                         "the walk ends in the middle of a write, which natively is made at once: nothing "
                         "is predicted from it");
    if (!s->walk.contradicted && !s->walk.torn && !v->stop)
        look_at_walk(s);
    take_reasons(s);
    recorded_walk_free(&s->walk);
    vector_free(&v->conjuncts);
    vector_free(&v->found);
    exploration_free(v->result);
    smt_free(v->smt);
    terms_free(v->terms);
}

void assertion_predictions(const char *recording, const struct program *program,
                           const struct event_trace *trace, const recording_origins *origins,
                           const struct assertion_options *options, struct prediction_result *result)
{
    struct searcher s = {.options = options, .trace = trace, .origins = origins, .result = result};
    struct exploration_options exploration = {
        .max_seconds = options->max_seconds,
        .solver_milliseconds = options->solver_milliseconds,
        .max_memory = options->max_memory,
        .machine = {.properties = 1u << PROPERTY_ASSERTION | 1u << PROPERTY_ABORT, // each ends the program
                    .rounds = true,
                    .name = options->name,
                    .arguments = options->arguments,
                    .argument_count = options->argument_count},
    };
    struct error error = {0};
    struct program *limited = recorded_calls_stop(program, &error);
    if (limited && recorded_path_open(&s.path, recording, origins, &error)) {
        result->walked = s.path.threads.size != 0;
        if (result->walked)
            predict_from_walk(&s, limited, &exploration);
        else
            error_set(&error, "the recording has no events");
        recorded_path_close(&s.path);
    }
    if (error.message)
        add_prediction_reason(result, memory_format("assertions were not looked at: %s", error.message));
    error_free(&error);
    recorded_calls_free(limited);
}
