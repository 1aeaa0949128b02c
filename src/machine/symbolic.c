#include "machine/symbolic.h"

#include "machine/address.h"
#include "machine/await.h"
#include "machine/delivery.h"
#include "machine/describe.h"
#include "machine/follow.h"
#include "machine/journal.h"
#include "machine/note.h"
#include "machine/pages.h"
#include "machine/path.h"
#include "machine/peek.h"
#include "machine/relevance.h"
#include "machine/step.h"

#include <stdio.h>

// Of the question whether the sides of irrelevant branches go together (smt_effort). Without an answer there
// is still an exploration in which these branches are relevant.
#define SETTLING_EFFORT 10000u

struct value symbolic_value(struct machine *m, term t)
{
    uint64_t bits;
    if (term_is_constant(m->terms, t, &bits))
        return (struct value){bits, TERM_NONE};
    return (struct value){0, t};
}

term symbolic_term(struct machine *m, struct value v, unsigned width)
{
    return v.t ? v.t : term_constant(m->terms, width, v.bits);
}

// ---- inputs

static struct value make_input(struct machine *m, uint64_t maker, uint64_t number, unsigned width,
                               enum input_kind kind)
{
    bool watched = kind == INPUT_UNINITIALISED && m->options.properties & 1u << PROPERTY_UNINITIALISED;
    if (m->options.concrete && !watched) {
        uint64_t bits = m->options.input_value(m->options.input_context, maker, number, width);
        return (struct value){bits & mask_width(width), TERM_NONE};
    }
    term input = term_input(m->terms, maker, number, width, kind);
    if (follow_wanted(m))
        follow_input(m, input);
    return (struct value){0, input};
}

static struct value named_input(struct machine *m, unsigned width, enum input_kind kind, const char *name,
                                struct input_form form)
{
    struct thread *t = m->current;
    struct thread_state *state = thread_change(m, t);
    bool apart = relevance_apart(m);
    uint64_t number = input_number(apart ? state->inputs_apart++ : state->inputs++, apart);
    if (name)
        input_names_add(&m->input_names, t->number, number, name, form);
    return make_input(m, t->number, number, width, kind);
}

struct value symbolic_input(struct machine *m, unsigned width, enum input_kind kind, const char *name)
{
    return named_input(m, width, kind, name, (struct input_form){0});
}

struct value symbolic_asked_input(struct machine *m, unsigned width, enum input_kind kind, const char *name,
                                  bool is_float, uint64_t offset)
{
    return named_input(m, width, kind, name, (struct input_form){is_float, true, offset});
}

struct value symbolic_named_input(struct machine *m, uint64_t maker, uint64_t number, unsigned width)
{
    return make_input(m, maker, number, width, INPUT_NAN_BITS);
}

// The words that an object's inputs stand for. What is as large as a scalar is taken for one.
static unsigned word_of_memory(const struct object *o)
{
    return o->size == 1 || o->size == 2 || o->size == 8 ? (unsigned)o->size : 4;
}

struct value symbolic_uninitialised(struct machine *m, const struct object *o, uint64_t offset,
                                    unsigned *byte)
{
    offset += o->base - pages_whole(m, o)->base;
    o = pages_whole(m, o);
    unsigned word = word_of_memory(o);
    uint64_t maker = input_maker_of_object(o), first = offset - offset % word, rest = o->size - first;
    *byte = (unsigned)(offset - first);
    if (!m->options.concrete && !input_names_find(&m->input_names, maker, INPUT_EVERY)) {
        char name[300];
        int used = snprintf(name, sizeof name, "uninitialised ");
        machine_describe_address(m, o->base, name + used, sizeof name - (size_t)used);
        input_names_add(&m->input_names, maker, INPUT_EVERY, name, (struct input_form){0});
    }
    first |= (uint64_t)o->scopes << INPUT_SCOPE_SHIFT;
    return make_input(m, maker, first, 8 * (rest < word ? (unsigned)rest : word), INPUT_UNINITIALISED);
}

// ---- decisions

static const struct model *present_model(const struct machine *m)
{
    static const struct model empty = {NULL, 0};
    return m->path.models.size ? &vector_last(&m->path.models) : &empty;
}

uint64_t symbolic_guess(struct machine *m, term t)
{
    if (follow_wanted(m))
        return follow_value(m, t);
    const struct model *model = present_model(m);
    return term_evaluate(m->terms, t, model->values, model->count);
}

// Asks the solver for `question` under the path condition; a model goes to *model (owned by the caller) if
// wanted.
static enum smt_answer ask_solver(struct machine *m, term question, struct model *model)
{
    uint32_t count = term_input_count(m->terms);
    const struct model *present = present_model(m);
    uint64_t *hint = memory_zalloc(count, sizeof *hint);
    if (present->count)
        memcpy(hint, present->values, (present->count < count ? present->count : count) * sizeof *hint);
    uint64_t *values = model ? memory_zalloc(count, sizeof *values) : NULL;
    enum smt_answer answer =
        smt_check(m->smt, m->path.condition.data, m->path.condition.size, question, hint, values, count);
    memory_free(hint);
    if (model && answer == SMT_SAT)
        *model = (struct model){values, count};
    else
        memory_free(values);
    return answer;
}

enum smt_answer symbolic_find_model(struct machine *m, term question, struct model *model)
{
    return ask_solver(m, question, model);
}

// Whether a join was part of the present step.
static bool joined_in_step(const struct machine *m)
{
    for (uint32_t k = m->state.edge_begin; k < m->edges.size; k++)
        if (m->edges.data[k].join)
            return true;
    return false;
}

void symbolic_raise_choice(struct machine *m, struct machine_choice choice)
{
    if (!choice.branch && peek_inside(m)) {
        peek_break(m);
        return;
    }
    if (m->state.began) { // the instruction is executed again with the permission it had
        m->state.permitted = true;
        m->state.began = false;
        if (m->learnt.interrupts)
            thread_change(m, m->current)->phase |= DELIVERY_LOOKED;
        m->accesses.size = m->state.accesses_before;
        note_shrink(m, m->state.notes_before);
        follow_retract(m);
    }
    m->state.raised++;
    m->state.choice = choice;
    m->state.choice.after_join = joined_in_step(m);
    step_stop(m, STEP_CHOICE);
}

// Queries take long compared with instructions: budgets and Ctrl-C are looked at after each. False: stopped.
static bool go_on_after_query(struct machine *m)
{
    if (!m->hooks.interrupt || !m->hooks.interrupt(m->hooks.context))
        return true;
    step_stop(m, STEP_INTERRUPTED);
    return false;
}

static void report_unknown(struct machine *m)
{
    journal_history(m, JOURNAL_NOWHERE);
    const char *error = smt_load_error(m->smt);
    if (error)
        step_report(m, REPORT_UNKNOWN, PROPERTY_ASSERTION, "the solver is not available: %s", error);
    else
        step_report(m, REPORT_UNKNOWN, PROPERTY_ASSERTION,
                    "the solver could not decide a condition (--solver-timeout gives it more time)");
}

char *symbolic_uninitialised_name(struct machine *m, term t)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(m->terms, t, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct term_input *i = term_input_get(m->terms, inputs[k]);
        if (i->kind == INPUT_UNINITIALISED)
            return machine_input_name(m, i->maker, i->number);
    }
    return term_has_input_kind(m->terms, t, INPUT_UNINITIALISED)
               ? memory_copy_string("an uninitialised value")
               : NULL;
}

bool symbolic_uninitialised_is_fine(struct machine *m, term t, const char *what)
{
    if (!term_has_input_kind(m->terms, t, INPUT_UNINITIALISED))
        return true;
    bool violation = m->options.properties & 1u << PROPERTY_UNINITIALISED;
    char *name = symbolic_uninitialised_name(m, t);
    if (violation)
        step_violation(m, PROPERTY_UNINITIALISED, "%s depends on %s", what, name);
    else
        step_report(m, REPORT_WARNING, PROPERTY_UNINITIALISED, "%s depends on %s", what, name);
    memory_free(name);
    return !violation;
}

// False: ended, since the decision depends on what has no model.
static bool is_modelled_condition(struct machine *m, term condition)
{
    uint32_t count;
    if (!term_has_input_kind(m->terms, condition, INPUT_UNMODELLED))
        return true;
    const uint32_t *inputs = term_inputs(m->terms, condition, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct term_input *i = term_input_get(m->terms, inputs[k]);
        if (i->kind == INPUT_UNMODELLED) {
            char *name = machine_input_name(m, i->maker, i->number);
            step_unmodelled(m, "a decision that depends on %s", name);
            memory_free(name);
            return false;
        }
    }
    return true;
}

static bool record_decision(struct machine *m, term condition, bool truth)
{
    vector_push(&m->decisions,
                (struct machine_decision){condition, truth, true, joined_in_step(m), m->current->number});
    return true;
}

bool symbolic_decide(struct machine *m, term condition, bool *truth)
{
    uint64_t bits;
    if (term_is_constant(m->terms, condition, &bits)) {
        *truth = bits & 1;
        return true;
    }
    if (follow_wanted(m)) {
        *truth = follow_decide(m, condition);
        return is_modelled_condition(m, condition);
    }
    if (relevance_apart(m)) { // one side will do; the path condition leaves it open
        *truth = symbolic_guess(m, condition) & 1;
        term side = *truth ? condition : term_not(m->terms, condition);
        if (!m->path.guesses.size || vector_last(&m->path.guesses).condition != side)
            vector_push(&m->path.guesses, (struct guess){side, relevance_code(m)});
        return true;
    }
    await_forget(m); // what the path condition says depends on others
    thread_change(m, m->current)->decided++;
    if (path_decides(m, condition, truth))
        return record_decision(m, condition, *truth);
    term negation = term_not(m->terms, condition);
    bool side = symbolic_guess(m, condition) & 1;
    enum smt_answer answer =
        path_fixes(m, condition) ? SMT_UNSAT : ask_solver(m, side ? negation : condition, NULL);
    if (!go_on_after_query(m))
        return false;
    switch (answer) {
    case SMT_UNKNOWN:
        report_unknown(m);
        *truth = side;
        return symbolic_assume(m, side ? condition : negation) && record_decision(m, condition, side);
    case SMT_UNSAT:
        path_follows(m, side ? condition : negation);
        *truth = side;
        return record_decision(m, condition, side);
    case SMT_SAT: break;
    }
    if (!is_modelled_condition(m, condition) || !symbolic_uninitialised_is_fine(m, condition, "a decision"))
        return false;
    symbolic_raise_choice(
        m, (struct machine_choice){
               .thread = m->current->number, .count = 2, .branch = true, .condition = condition});
    return false;
}

bool symbolic_add_condition(struct machine *m, term condition)
{
    if (!(symbolic_guess(m, condition) & 1)) {
        struct model model;
        if (ask_solver(m, condition, &model) != SMT_SAT)
            return false;
        vector_push(&m->path.models, model);
    }
    path_push(m, condition);
    return true;
}

// Learns which guesses do not fit the present model.
static void learn_guesses(struct machine *m)
{
    for (uint32_t k = 0; k < m->path.guesses.size; k++)
        if (!(symbolic_guess(m, m->path.guesses.data[k].condition) & 1))
            relevance_learn(m, m->path.guesses.data[k].code, true);
}

bool machine_confirm_guesses(struct machine *m)
{
    term all = TERM_NONE;
    for (uint32_t k = 0; k < m->path.guesses.size; k++) {
        term condition = m->path.guesses.data[k].condition;
        if (!(symbolic_guess(m, condition) & 1))
            all = all ? term_binary(m->terms, TERM_AND, all, condition) : condition;
    }
    if (!all)
        return true;
    for (uint32_t k = 0; k < m->path.guesses.size; k++) // those that fit now have to go on fitting
        all = term_binary(m->terms, TERM_AND, all, m->path.guesses.data[k].condition);
    struct model model;
    unsigned effort = smt_effort(m->smt, SETTLING_EFFORT); // unknown is as good as no here
    enum smt_answer answer = ask_solver(m, all, &model);
    smt_effort(m->smt, effort);
    if (answer == SMT_SAT) {
        vector_push(&m->path.models, model);
        return true;
    }
    learn_guesses(m);
    return false;
}

bool symbolic_assume(struct machine *m, term condition)
{
    await_effect(m);
    if (symbolic_add_condition(m, condition))
        return true;
    report_unknown(m);
    step_end(m, THREAD_UNMODELLED);
    return false;
}

bool symbolic_decide_holding_first(struct machine *m, term condition, bool *holds)
{
    bool fails;
    if (!symbolic_decide(m, term_not(m->terms, condition), &fails))
        return false;
    *holds = !fails;
    return true;
}

// ---- values

// The search for the value of a term: it is first + step * k, least <= k <= most.
struct term_search {
    term t;
    unsigned width;
    uint64_t first, step, least, most;
    bool bounded; // a value above it has been excluded
};

// What is known of the term from its structure alone: the same wherever it is asked.
static struct term_search begin_term_search(struct machine *m, term t, unsigned width)
{
    struct term_search s = {.t = t, .width = width, .step = 1};
    uint64_t low, high, zeros, ones;
    term_bounds(m->terms, t, &low, &high);
    term_known_bits(m->terms, t, &zeros, &ones);
    while (s.step < (uint64_t)1 << 32 && (zeros | ones) & s.step)
        s.step *= 2;
    uint64_t beyond = (low - ones) & (s.step - 1);
    s.first = beyond ? low - beyond + s.step : low;
    s.most = (high - s.first) / s.step;
    return s;
}

// One step: looks at twice as many values, or at half of those that are left. False: stopped.
static bool narrow_term_search(struct machine *m, struct term_search *s)
{
    uint64_t k = s->least + (s->most - s->least) / 2 + 1;
    if (!s->bounded && s->least < s->most / 2)
        k = s->least ? 2 * s->least : 1;
    bool below;
    term value = term_constant(m->terms, s->width, s->first + s->step * k);
    if (!symbolic_decide_holding_first(m, term_binary(m->terms, TERM_ULT, s->t, value), &below))
        return false;
    if (below)
        s->most = k - 1;
    else
        s->least = k;
    s->bounded |= below;
    return true;
}

bool symbolic_is_concrete(struct machine *m, struct value v, uint64_t *bits)
{
    bool known;
    *bits = v.bits;
    if (!v.t)
        return true;
    if (follow_wanted(m)) {
        *bits = follow_concretise(m, v);
        return true;
    }
    *bits = symbolic_guess(m, v.t);
    term equal = term_eq(m->terms, v.t, term_constant(m->terms, term_width(m->terms, v.t), *bits));
    return path_decides(m, equal, &known) && known && symbolic_decide(m, equal, &known);
}

void symbolic_set_concrete(struct machine *m, struct value v, uint64_t bits)
{
    bool known;
    if (!v.t || relevance_apart(m))
        return;
    term equal = term_eq(m->terms, v.t, term_constant(m->terms, term_width(m->terms, v.t), bits));
    if (!path_decides(m, equal, &known))
        path_push(m, equal);
    record_decision(m, equal, true);
}

bool symbolic_concretise(struct machine *m, struct value v, unsigned width, uint64_t *bits)
{
    if (symbolic_is_concrete(m, v, bits))
        return true;
    // Not value by value: whichever values can be left out by what is known, as many questions lead to one.
    struct term_search s = begin_term_search(m, v.t, width);
    while (s.least < s.most)
        if (!narrow_term_search(m, &s))
            return false;
    *bits = s.first + s.step * s.least;
    symbolic_set_concrete(m, v, *bits);
    return true;
}

// ---- one of many

// Whether the term lies in one of the spans. Of many, a tree, so that the depth stays small.
static term within_spans(struct machine *m, term t, unsigned width, const struct span *spans, uint32_t count)
{
    if (count == 1) {
        term first = term_constant(m->terms, width, spans->first);
        term offset = term_binary(m->terms, TERM_SUB, t, first);
        return term_binary(m->terms, TERM_ULE, offset,
                           term_constant(m->terms, width, spans->last - spans->first));
    }
    uint32_t half = count / 2;
    term below = term_binary(m->terms, TERM_ULT, t, term_constant(m->terms, width, spans[half].first));
    term low = within_spans(m, t, width, spans, half);
    return term_ite(m->terms, below, low, within_spans(m, t, width, spans + half, count - half));
}

bool symbolic_among(struct machine *m, term t, unsigned width, const struct span *spans, uint32_t count,
                    uint32_t *which)
{
    bool within = false;
    *which = count;
    if (count && !symbolic_decide(m, within_spans(m, t, width, spans, count), &within))
        return false;
    if (!within)
        return true;
    uint32_t first = 0, end = count;
    while (end - first > 1) {
        uint32_t half = first + (end - first) / 2;
        bool below;
        term start = term_constant(m->terms, width, spans[half].first);
        if (!symbolic_decide_holding_first(m, term_binary(m->terms, TERM_ULT, t, start), &below))
            return false;
        *(below ? &end : &first) = half;
    }
    *which = first;
    return true;
}
