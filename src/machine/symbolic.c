#include "machine/symbolic.h"

#include "machine/await.h"
#include "machine/journal.h"
#include "machine/peek.h"
#include "machine/relevance.h"
#include "machine/step.h"

#include <stdio.h>

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
    return (struct value){0, term_input(m->terms, maker, number, width, kind)};
}

struct value symbolic_input(struct machine *m, unsigned width, enum input_kind kind, const char *name)
{
    struct thread *t = m->current;
    struct thread_core *core = thread_change(m, t);
    bool apart = relevance_apart(m);
    uint64_t number = input_number(apart ? core->inputs_apart++ : core->inputs++, apart);
    if (name)
        input_names_add(&m->input_names, t->number, number, name);
    return make_input(m, t->number, number, width, kind);
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
    unsigned word = word_of_memory(o);
    uint64_t maker = input_maker_of_object(o), first = offset - offset % word, rest = o->size - first;
    *byte = (unsigned)(offset - first);
    if (!m->options.concrete && !input_names_find(&m->input_names, maker, INPUT_EVERY)) {
        char name[300];
        int used = snprintf(name, sizeof name, "uninitialised ");
        machine_describe_address(m, o->base, name + used, sizeof name - (size_t)used);
        input_names_add(&m->input_names, maker, INPUT_EVERY, name);
    }
    first |= (uint64_t)o->scopes << INPUT_SCOPE_SHIFT;
    return make_input(m, maker, first, 8 * (rest < word ? (unsigned)rest : word), INPUT_UNINITIALISED);
}

// ---- decisions

static const struct model *present_model(const struct machine *m)
{
    static const struct model empty = {NULL, 0};
    return m->models.size ? &vector_last(&m->models) : &empty;
}

uint64_t symbolic_guess(struct machine *m, term t)
{
    const struct model *model = present_model(m);
    return term_evaluate(m->terms, t, model->values, model->count);
}

static bool decided(const struct machine *m, term condition, term negation, bool *truth)
{
    for (uint32_t k = 0; k < m->path_condition.size; k++) {
        term p = m->path_condition.data[m->path_condition.size - 1 - k];
        if (p == condition || p == negation) {
            *truth = p == condition;
            return true;
        }
    }
    return false;
}

// Asks the solver for `question` under the path condition; a model goes to *model (owned by the caller) if
// wanted.
static enum smt_answer ask(struct machine *m, term question, struct model *model)
{
    uint32_t count = term_input_count(m->terms);
    const struct model *present = present_model(m);
    uint64_t *hint = memory_zalloc(count, sizeof *hint);
    if (present->count)
        memcpy(hint, present->values, (present->count < count ? present->count : count) * sizeof *hint);
    uint64_t *values = model ? memory_zalloc(count, sizeof *values) : NULL;
    enum smt_answer answer =
        smt_check(m->smt, m->path_condition.data, m->path_condition.size, question, hint, values, count);
    memory_free(hint);
    if (model && answer == SMT_SAT)
        *model = (struct model){values, count};
    else
        memory_free(values);
    return answer;
}

enum smt_answer symbolic_find_model(struct machine *m, term question, struct model *model)
{
    return ask(m, question, model);
}

// Whether a join was part of the present step.
static bool has_joined(const struct machine *m)
{
    for (uint32_t k = m->core.edge_begin; k < m->edges.size; k++)
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
    if (m->core.began) { // the instruction is executed again with the permission it had
        m->core.permitted = true;
        m->core.began = false;
        m->accesses.size = m->core.accesses_before;
        m->notes.size = m->core.notes_before;
    }
    m->core.choice = choice;
    m->core.choice.joined = has_joined(m);
    step_stop(m, STEP_CHOICE);
}

// Queries take long compared with instructions: budgets and Ctrl-C are looked at after each. False: stopped.
static bool go_on(struct machine *m)
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

// The name of what was never written, that the term depends on. Owned by the caller.
static char *uninitialised_name(struct machine *m, term t)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(m->terms, t, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct term_input *i = term_input_get(m->terms, inputs[k]);
        if (i->kind == INPUT_UNINITIALISED)
            return machine_input_name(m, i->maker, i->number);
    }
    return memory_copy_string("an uninitialised value");
}

bool symbolic_uninitialised_is_fine(struct machine *m, term t, const char *what)
{
    if (!term_has_input_kind(m->terms, t, INPUT_UNINITIALISED))
        return true;
    bool violation = m->options.properties & 1u << PROPERTY_UNINITIALISED;
    char *name = uninitialised_name(m, t);
    if (violation)
        step_violation(m, PROPERTY_UNINITIALISED, "%s depends on %s", what, name);
    else
        step_report(m, REPORT_WARNING, PROPERTY_UNINITIALISED, "%s depends on %s", what, name);
    memory_free(name);
    return !violation;
}

static bool record_decision(struct machine *m, term condition, bool truth)
{
    vector_push(&m->decisions,
                (struct machine_decision){condition, truth, true, has_joined(m), m->current->number});
    return true;
}

bool symbolic_decide(struct machine *m, term condition, bool *truth)
{
    uint64_t bits;
    if (term_is_constant(m->terms, condition, &bits)) {
        *truth = bits & 1;
        return true;
    }
    if (relevance_apart(m)) { // one side will do; the path condition leaves it open
        *truth = symbolic_guess(m, condition) & 1;
        term side = *truth ? condition : term_not(m->terms, condition);
        if (!m->guesses.size || vector_last(&m->guesses).condition != side)
            vector_push(&m->guesses, (struct guess){side, relevance_code(m)});
        return true;
    }
    await_forget(m); // what the path condition says depends on others
    thread_change(m, m->current)->decided++;
    term negation = term_not(m->terms, condition);
    if (decided(m, condition, negation, truth))
        return record_decision(m, condition, *truth);
    bool side = symbolic_guess(m, condition) & 1;
    enum smt_answer answer = ask(m, side ? negation : condition, NULL);
    if (!go_on(m))
        return false;
    switch (answer) {
    case SMT_UNKNOWN:
        report_unknown(m);
        *truth = side;
        return symbolic_assume(m, side ? condition : negation) && record_decision(m, condition, side);
    case SMT_UNSAT: *truth = side; return record_decision(m, condition, side);
    case SMT_SAT: break;
    }
    if (!symbolic_uninitialised_is_fine(m, condition, "a decision"))
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
        if (ask(m, condition, &model) != SMT_SAT)
            return false;
        vector_push(&m->models, model);
    }
    vector_push(&m->path_condition, condition);
    return true;
}

// Learns which guesses do not fit the present model.
static void learn_guesses(struct machine *m)
{
    for (uint32_t k = 0; k < m->guesses.size; k++)
        if (!(symbolic_guess(m, m->guesses.data[k].condition) & 1))
            relevance_learn(m, m->guesses.data[k].code, true);
}

bool machine_settle_guesses(struct machine *m)
{
    term all = TERM_NONE;
    for (uint32_t k = 0; k < m->guesses.size; k++) {
        term condition = m->guesses.data[k].condition;
        if (!(symbolic_guess(m, condition) & 1))
            all = all ? term_binary(m->terms, TERM_AND, all, condition) : condition;
    }
    if (!all)
        return true;
    for (uint32_t k = 0; k < m->guesses.size; k++) // those that fit now have to go on fitting
        all = term_binary(m->terms, TERM_AND, all, m->guesses.data[k].condition);
    struct model model;
    if (ask(m, all, &model) == SMT_SAT) {
        vector_push(&m->models, model);
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

bool symbolic_concretise(struct machine *m, struct value v, unsigned width, uint64_t *bits)
{
    while (v.t) {
        uint64_t guess = symbolic_guess(m, v.t);
        bool truth;
        if (!symbolic_decide(m, term_eq(m->terms, v.t, term_constant(m->terms, width, guess)), &truth))
            return false;
        if (truth)
            v = (struct value){guess, TERM_NONE};
    }
    *bits = v.bits;
    return true;
}

// ---- addresses

// Live objects that constants inside an address term point to: where it is meant to go.
static void collect_bases(struct machine *m, term t, uint64_t size, uint32_t *bases, uint32_t *count,
                          uint32_t limit, unsigned depth)
{
    struct term_node n = *term_get(m->terms, t);
    if (n.kind == TERM_CONSTANT) {
        struct object *o = n.width == m->program->pointer_bits ? memory_find(m, n.value) : NULL;
        if (!o || o->state != OBJECT_LIVE || o->size < size)
            return;
        uint32_t index = (uint32_t)(o - m->objects.data);
        for (uint32_t i = 0; i < *count; i++)
            if (bases[i] == index)
                return;
        if (*count < limit)
            bases[(*count)++] = index;
        return;
    }
    static const uint8_t kids[TERM_KIND_COUNT] = {
#define TERM(name, kid_count, text) [TERM_##name] = kid_count,
        TERM_KINDS(TERM)
#undef TERM
    };
    for (unsigned k = 0; depth && k < kids[n.kind]; k++)
        collect_bases(m, n.kid[k], size, bases, count, limit, depth - 1);
}

// Decides whether the address lies in the object, with room for `size` bytes.
static bool decide_within(struct machine *m, term address, const struct object *o, uint64_t size,
                          bool *within)
{
    unsigned width = m->program->pointer_bits;
    term offset = term_binary(m->terms, TERM_SUB, address, term_constant(m->terms, width, o->base));
    term last = term_constant(m->terms, width, o->size - size);
    return symbolic_decide(m, term_binary(m->terms, TERM_ULE, offset, last), within);
}

static bool resolve_in(struct machine *m, term address, uint32_t object, struct resolved *where)
{
    const struct object *o = object_get(m, object);
    term base = term_constant(m->terms, m->program->pointer_bits, o->base);
    struct value offset = symbolic_value(m, term_binary(m->terms, TERM_SUB, address, base));
    *where = (struct resolved){object, offset.bits, offset.t};
    return true;
}

static bool resolve_symbolic(struct machine *m, term address, uint64_t size, bool write,
                             struct resolved *where)
{
    uint32_t bases[16], count = 0;
    if (!symbolic_uninitialised_is_fine(m, address, "an address"))
        return false;
    collect_bases(m, address, size, bases, &count, 16, 24);
    bool within;
    for (uint32_t i = 0; i < count; i++) {
        if (!decide_within(m, address, object_get(m, bases[i]), size, &within))
            return false;
        if (within)
            return resolve_in(m, address, bases[i], where);
    }
    for (;;) {
        uint64_t guess = symbolic_guess(m, address);
        struct object *o = memory_at(m, guess, size);
        if (!o)
            break;
        uint32_t index = (uint32_t)(o - m->objects.data);
        if (!decide_within(m, address, o, size, &within))
            return false;
        if (within)
            return resolve_in(m, address, index, where);
    }
    // The model of the path condition shows an invalid address: fix it for the message and the witness.
    uint64_t invalid;
    if (!symbolic_concretise(m, (struct value){0, address}, m->program->pointer_bits, &invalid))
        return false;
    if (!step_permit_failing(m, write ? OPERATION_WRITE : OPERATION_READ, invalid, size))
        return false;
    char text[400];
    memory_explain(m, invalid, size, write, text, sizeof text);
    step_violation(m, PROPERTY_MEMORY, "%s", text);
    return false;
}

bool symbolic_resolve(struct machine *m, struct value address, int64_t displacement, uint64_t size,
                      bool write, struct resolved *where)
{
    if (address.t) {
        term t = address.t;
        if (displacement)
            t = term_binary(m->terms, TERM_ADD, t,
                            term_constant(m->terms, m->program->pointer_bits, (uint64_t)displacement));
        address = symbolic_value(m, t);
        if (address.t) {
            if (!resolve_symbolic(m, address.t, size, write, where))
                return false;
        }
    } else {
        address.bits = (address.bits + (uint64_t)displacement) & m->pointer_mask;
    }
    if (!address.t) {
        struct object *o = memory_at(m, address.bits, size);
        if (!o || o->kind == OBJECT_SHADOW) {
            if (!o && !step_permit_failing(m, write ? OPERATION_WRITE : OPERATION_READ, address.bits, size))
                return false;
            char text[400];
            memory_explain(m, address.bits, size, write, text, sizeof text);
            step_violation(m, PROPERTY_MEMORY, "%s", text);
            return false;
        }
        *where = (struct resolved){(uint32_t)(o - m->objects.data), address.bits - o->base, TERM_NONE};
    }
    if (write && object_get(m, where->object)->reach == REACH_CONSTANT) {
        char text[256];
        machine_describe_address(m, object_get(m, where->object)->base, text, sizeof text);
        step_violation(m, PROPERTY_MEMORY, "write to constant memory: %s", text);
        return false;
    }
    return true;
}

// ---- symbolic offsets

struct offsets {
    uint64_t low, high, step;
};

// The offsets the access can have: a range and a stride, from the structure of the term.
static struct offsets possible_offsets(struct machine *m, const struct resolved *where, uint64_t size)
{
    const struct object *o = object_get(m, where->object);
    struct offsets f = {0, o->size - size, 1};
    uint64_t low, high, zeros, ones;
    term_bounds(m->terms, where->offset_term, &low, &high);
    term_known_bits(m->terms, where->offset_term, &zeros, &ones);
    if (low > f.low)
        f.low = low;
    if (high < f.high)
        f.high = high;
    while (f.step < 64 && zeros & f.step)
        f.step *= 2;
    f.low = (f.low + f.step - 1) / f.step * f.step;
    return f;
}

void symbolic_range(struct machine *m, const struct resolved *where, uint64_t size, uint64_t *address,
                    uint64_t *bytes)
{
    const struct object *o = object_get(m, where->object);
    *address = o->base + where->offset;
    *bytes = size;
    if (where->offset_term) {
        struct offsets f = possible_offsets(m, where, size);
        *address = o->base + f.low;
        *bytes = f.high >= f.low ? f.high - f.low + size : size;
    }
}

bool symbolic_bound(struct machine *m, struct resolved *where, uint64_t size)
{
    uint64_t limit = m->options.symbolic_cells ? m->options.symbolic_cells : 1024;
    if (!where->offset_term)
        return true;
    struct offsets f = possible_offsets(m, where, size);
    if (f.high >= f.low && (f.high - f.low) / f.step < limit)
        return true;
    if (!symbolic_concretise(m, (struct value){0, where->offset_term}, m->program->pointer_bits,
                             &where->offset))
        return false;
    where->offset_term = TERM_NONE;
    return true;
}

static term offset_is(struct machine *m, const struct resolved *where, uint64_t offset)
{
    return term_eq(m->terms, where->offset_term, term_constant(m->terms, m->program->pointer_bits, offset));
}

bool symbolic_load(struct machine *m, struct resolved *where, unsigned size, unsigned width, struct value *v)
{
    if (!symbolic_bound(m, where, size))
        return false;
    if (!where->offset_term) {
        *v = memory_load(m, object_get(m, where->object), where->offset, size, width);
        return true;
    }
    struct offsets f = possible_offsets(m, where, size);
    term result = TERM_NONE;
    for (uint64_t at = f.low; at <= f.high; at += f.step) {
        struct value one = memory_load(m, object_get(m, where->object), at, size, width);
        term t = symbolic_term(m, one, width);
        result = !result || result == t ? t : term_ite(m->terms, offset_is(m, where, at), t, result);
    }
    *v = symbolic_value(m, result);
    return true;
}

bool symbolic_store(struct machine *m, struct resolved *where, unsigned size, struct value v)
{
    if (!symbolic_bound(m, where, size))
        return false;
    if (!where->offset_term) {
        memory_store(m, object_get(m, where->object), where->offset, size, v);
        return true;
    }
    struct offsets f = possible_offsets(m, where, size);
    term stored = symbolic_term(m, v, v.t ? term_width(m->terms, v.t) : 8 * size);
    stored = term_zext(m->terms, stored, 8 * size);
    // Overlapping places (stride below the size) read what earlier ones stored: exactly one condition holds.
    for (uint64_t at = f.low; at <= f.high; at += f.step) {
        struct value old = memory_load(m, object_get(m, where->object), at, size, 8 * size);
        term t = term_ite(m->terms, offset_is(m, where, at), stored, symbolic_term(m, old, 8 * size));
        memory_store(m, object_get(m, where->object), at, size, symbolic_value(m, t));
    }
    return true;
}
