// What the machine reports becomes part of the result: violations with what is needed to replay them, reasons
// for being inconclusive, warnings.
#include "base/failure.h"
#include "explore/atomicity_replay.h"
#include "explore/data_race_replay.h"
#include "explore/order.h"
#include "explore/search.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <stdio.h>
#include <stdlib.h>

// ---- remarks

static void add_remark(remark_vector *remarks, uint32_t code, const char *message)
{
    for (uint32_t k = 0; k < remarks->size; k++) {
        struct exploration_remark *r = &remarks->data[k];
        if (r->code == code && !strcmp(r->message, message)) {
            r->times++;
            return;
        }
    }
    vector_push(remarks, (struct exploration_remark){
                             .message = memory_copy_string(message), .code = code, .times = 1});
}

void exploration_warn(struct exploration *e, uint32_t code, const char *message)
{
    add_remark(&e->warnings, code, message);
}

void search_add_reason(struct search *s, uint32_t code, const char *message)
{
    add_remark(&s->result->reasons, code, message);
}

// ---- violations

// Marks the inputs that the path condition is about.
static void mark_decisive(const struct search *s, bool *decisive)
{
    uint32_t conditions;
    const term *path = machine_path_condition(s->machine, &conditions);
    for (uint32_t k = 0; k < conditions; k++) {
        uint32_t count;
        const uint32_t *inputs = term_inputs(s->terms, path[k], &count);
        for (uint32_t n = 0; n < count; n++)
            decisive[inputs[n]] = true;
    }
}

// Where an input is in a list, by its name.
struct input_place {
    uint64_t key;
    uint32_t index;
};

// An execution makes a thread's input of one kind, and another execution may make the input of that name of
// another kind: the one that matters in this execution is kept.
static void add_named_input(input_vector *inputs, struct keyed *places, struct schedule_input input)
{
    uint64_t key = hash_combine(hash_combine(input.maker, input.number), input.width) | 1;
    struct input_place *place = keyed_find(places, sizeof *place, key);
    struct schedule_input *other = place ? &inputs->data[place->index] : NULL;
    if (!other || other->maker != input.maker || other->number != input.number ||
        other->width != input.width) {
        place = keyed_add(places, sizeof *place, key);
        place->index = inputs->size;
        vector_push(inputs, input);
        return;
    }
    struct schedule_input dropped = other->immaterial ? *other : input;
    *other = other->immaterial ? input : *other;
    memory_free(dropped.name);
}

static void copy_inputs(struct search *s, input_vector *inputs)
{
    uint32_t count = term_input_count(s->terms);
    uint64_t *values = memory_zalloc(count, sizeof *values);
    bool *decisive = memory_zalloc(count, sizeof *decisive);
    struct keyed places = {0};
    machine_model(s->machine, values, count);
    mark_decisive(s, decisive);
    for (uint32_t k = 0; k < count; k++) {
        const struct term_input *i = term_input_get(s->terms, k);
        if (i->kind == INPUT_NAN_BITS && !values[k]) // the processor's, which a replay gives anyway
            continue;
        char *name = machine_input_name(s->machine, i->maker, i->number);
        add_named_input(
            inputs, &places,
            (struct schedule_input){.maker = i->maker,
                                    .number = i->number,
                                    .width = i->width,
                                    .value = values[k],
                                    .name = name,
                                    .is_float = machine_input_form(s->machine, i->maker, i->number).is_float,
                                    .immaterial = !values[k] && !decisive[k]});
    }
    keyed_free(&places);
    memory_free(values);
    memory_free(decisive);
}

// One that stands for several values is the same at its place, whichever of them its message names; the
// message of a data race names both of its places, whichever access came second, and that of a livelock all
// loops.
static bool has_violation(const struct exploration *e, enum property property, uint32_t code,
                          const char *message, uint8_t any_value)
{
    bool anywhere = property == PROPERTY_DATA_RACE || property == PROPERTY_LIVELOCK;
    for (uint32_t k = 0; k < e->violations.size; k++) {
        const struct exploration_violation *v = &e->violations.data[k];
        bool same = (any_value && v->any_value == any_value) || !strcmp(v->message, message);
        if (v->property == property && (v->code == code || anywhere) && same)
            return true;
    }
    return false;
}

// Below a cut that is verified nothing may fail.
static void contradict_cut(struct search *s, const char *message)
{
    if (s->result->internal_error || !machine_confirm_guesses(s->machine))
        return;
    s->result->internal_error = memory_format("a cut would have hidden: %s", message);
    s->stop = true;
}

static struct exploration_violation *add_new_violation(struct search *s, const struct machine_report *r)
{
    bool enough = s->result->violations.size && !s->options->all;
    if (has_violation(s->result, r->property, r->code, r->message, r->any_value))
        return NULL;
    if (pruning_verifies(s)) {
        contradict_cut(s, r->message);
        return NULL;
    }
    if (enough || !machine_confirm_guesses(s->machine))
        return NULL;
    struct exploration_violation v = {.property = r->property,
                                      .message = memory_copy_string(r->message),
                                      .thread = r->thread,
                                      .code = r->code,
                                      .any_value = r->any_value};
    uint32_t stack[64], depth = machine_program_stack(s->machine, r->thread, stack, 64);
    for (uint32_t k = 0; k < depth; k++)
        vector_push(&v.stack, stack[k]);
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        vector_push(&v.thread_names, memory_copy_string(machine_thread_name(s->machine, t)));
    uint32_t fact_count;
    const struct learnt_fact *facts = machine_facts(s->machine, &fact_count);
    for (uint32_t k = 0; k < fact_count; k++)
        vector_push(&v.learnt, facts[k]);
    order_schedule(s, &v.schedule);
    copy_inputs(s, &v.inputs);
    if (r->property == PROPERTY_DEADLOCK)
        for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
            enum thread_status status = machine_status(s->machine, t);
            if (thread_status_lives(status))
                vector_push(&v.blocked, t);
        }
    vector_push(&s->result->violations, v);
    if (!s->options->all)
        s->stop = true;
    return &vector_last(&s->result->violations);
}

struct exploration_violation *search_add_violation(struct search *s, enum property property,
                                                   const char *message, uint32_t thread, uint32_t code)
{
    return add_new_violation(s, &(struct machine_report){.kind = REPORT_VIOLATION,
                                                         .property = property,
                                                         .message = message,
                                                         .thread = thread,
                                                         .code = code});
}

void search_take_violation(struct search *s, struct exploration_violation *v)
{
    struct exploration *e = s->result;
    bool enough = e->violations.size && !s->options->all;
    if (enough || has_violation(e, v->property, v->code, v->message, v->any_value))
        exploration_free_violation(v);
    else
        vector_push(&e->violations, *v);
    s->stop |= !s->options->all;
}

void search_take_violations(struct search *s, struct search *from)
{
    struct exploration *to = s->result, *e = from->result;
    for (uint32_t k = 0; k < e->violations.size; k++) {
        struct exploration_violation *v = &e->violations.data[k];
        if (has_violation(to, v->property, v->code, v->message, v->any_value))
            exploration_free_violation(v);
        else
            vector_push(&to->violations, *v);
    }
    e->violations.size = 0;
}

static int compare_violations(const void *a, const void *b)
{
    const struct exploration_violation *x = a, *y = b;
    if (x->code != y->code)
        return x->code < y->code ? -1 : 1;
    if (x->property != y->property)
        return x->property < y->property ? -1 : 1;
    return strcmp(x->message, y->message);
}

void search_sort_violations(struct search *s)
{
    struct exploration *e = s->result;
    if (e->violations.size > 1)
        qsort(e->violations.data, e->violations.size, sizeof *e->violations.data, compare_violations);
}

// A thread stopped because of an error that was not asked for: one warning a place. A call of abort is no
// error then (programs of SV-COMP abort to assume).
static void add_stopped(struct search *s, const struct machine_report *r)
{
    if (r->property == PROPERTY_ABORT)
        return;
    s->result->stopped = true;
    for (uint32_t k = 0; k < s->result->warnings.size; k++) {
        struct exploration_remark *w = &s->result->warnings.data[k];
        if (w->code == r->code && w->stopped) {
            w->times++;
            return;
        }
    }
    char *text = memory_format("a thread stops here because of an error that was not asked for (%s): %s",
                               property_name(r->property), r->message);
    vector_push(&s->result->warnings,
                (struct exploration_remark){.message = text, .code = r->code, .times = 1, .stopped = true});
}

// Mostly these messages only name what it is.
static void add_unmodelled_reason(struct search *s, const struct machine_report *r)
{
    bool said = strstr(r->message, "no model") != NULL;
    char *text = memory_format("%s%s", said ? "" : "not modelled: ", r->message);
    search_add_reason(s, r->code, text);
    memory_free(text);
}

void search_report(struct search *s, const struct machine_report *r)
{
    switch (r->kind) {
    case REPORT_VIOLATION: add_new_violation(s, r); break;
    case REPORT_STOPPED: add_stopped(s, r); break;
    case REPORT_WARNING: add_remark(&s->result->warnings, r->code, r->message); break;
    case REPORT_UNMODELLED: add_unmodelled_reason(s, r); break;
    case REPORT_BOUND: s->result->bounded = true; // fall through
    case REPORT_UNKNOWN: search_add_reason(s, r->code, r->message); break;
    }
}

static void describe_at(const struct program *p, const char *what, uint32_t code, char *text, size_t size)
{
    const struct location *l = &p->locations[p->location_of[code]];
    snprintf(text, size, "%s at %s:%u", what, program_string(p, l->file), l->line);
}

// What a thread that never goes on does: "waits for ever (lock)", "waits for ever (read) at f.c:12", "spins
// for ever at f.c:12". A function of the library is named if the whole round lies in one call of it: where in
// its round a loop is left is another place with another reduction.
static void describe_waiting(const struct search *s, uint32_t thread, char *text, size_t size)
{
    const struct program *p = s->program;
    uint32_t code = machine_user_position(s->machine, thread),
             loop = machine_loop_for_ever(s->machine, thread), call;
    if (loop != NO_CODE) {
        describe_at(p, "runs for ever", loop, text, size);
    } else if (machine_spins(s->machine, thread) && code < p->code_count) {
        const char *name = machine_waits_in_call(s->machine, thread, &call);
        char what[100] = "spins for ever";
        if (name)
            snprintf(what, sizeof what, "waits for ever (%s)", name);
        describe_at(p, what, call < p->code_count ? call : code, text, size);
    } else if (machine_status(s->machine, thread) == THREAD_JOINING) {
        snprintf(text, size, "waits for ever (join)");
    } else {
        const struct operation_facts *facts = &operation_facts[machine_next(s->machine, thread)->kind];
        snprintf(text, size, "waits for ever (%s)", facts->stuck ? facts->stuck : facts->name);
    }
}

// The first thread that waits in a deadlock.
static uint32_t first_waiting(const struct search *s)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (thread_status_lives(machine_status(s->machine, t)) && !machine_runs_for_ever(s->machine, t))
            return t;
    failure_contradiction("a deadlock in which no thread waits");
}

// A deadlock has no cycle of states: who asks for livelocks only is told that there is one.
static void warn_of_deadlock(struct search *s)
{
    if (s->options->machine.properties & 1u << PROPERTY_LIVELOCK)
        exploration_warn(
            s->result, machine_position(s->machine, first_waiting(s)),
            "threads wait for ever, and none can be executed: a deadlock, which was not asked for");
}

void search_report_deadlock(struct search *s)
{
    if (!(s->options->machine.properties & 1u << PROPERTY_DEADLOCK)) {
        warn_of_deadlock(s);
        return;
    }
    char message[600];
    int used = snprintf(message, sizeof message, "deadlock:");
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        if (!thread_status_lives(machine_status(s->machine, t)))
            continue;
        char what[200];
        describe_waiting(s, t, what, sizeof what);
        if (used > 0 && (size_t)used < sizeof message)
            used += snprintf(message + used, sizeof message - (size_t)used, "%s thread %s %s",
                             used > 9 ? "," : "", machine_thread_name(s->machine, t), what);
    }
    uint32_t first = first_waiting(s);
    search_add_violation(s, PROPERTY_DEADLOCK, message, first, machine_position(s->machine, first));
}

void search_warn_endless_loops(struct search *s)
{
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++) {
        uint32_t loop = machine_loop_for_ever(s->machine, t);
        if (loop != NO_CODE)
            exploration_warn(s->result, loop,
                             "threads may go round a loop here for ever, which has no way out");
    }
}

// ---- confirmation

enum replay_outcome violation_confirm(const struct program *program, const struct machine_options *options,
                                      struct exploration_violation *v, struct replay_analysis *analysis,
                                      char **why)
{
    struct replay_hooks hooks = {.analysis = analysis};
    enum replay_outcome outcome =
        v->property == PROPERTY_DATA_RACE   ? data_race_confirm(program, options, v, analysis, why)
        : v->property == PROPERTY_ATOMICITY ? atomicity_confirm(program, options, v, analysis, why)
                                            : replay_run(program, options, v, &hooks, why);
    v->replayed = outcome == REPLAY_CONFIRMED;
    return outcome;
}

static void confirm_violation(struct search *s, struct exploration_violation *v,
                              struct replay_analysis *analysis)
{
    struct exploration *e = s->result;
    char *why = NULL;
    enum replay_outcome outcome = violation_confirm(s->program, &s->options->machine, v, analysis, &why);
    if (outcome == REPLAY_UNDECIDED)
        search_add_reason(s, v->code, why);
    else if (outcome != REPLAY_CONFIRMED && !e->internal_error)
        e->internal_error = memory_format("the violation '%s' does not replay: %s", v->message,
                                          why ? why : "the execution passes");
    memory_free(why);
}

void search_confirm(struct search *s)
{
    struct exploration *e = s->result;
    struct replay_analysis analysis = {0};
    for (uint32_t k = 0; k < e->violations.size; k++) {
        struct exploration_violation *v = &e->violations.data[k];
        confirm_violation(s, v, &analysis);
    }
    replay_analysis_free(&analysis);
}

void search_drop_unconfirmed(struct search *s)
{
    struct exploration *e = s->result;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->violations.size; k++)
        if (e->violations.data[k].replayed)
            e->violations.data[kept++] = e->violations.data[k];
        else
            exploration_free_violation(&e->violations.data[k]);
    e->violations.size = kept;
}
