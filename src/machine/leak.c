// What nothing points to any more at the end of an execution (property leak).
//
// Where a pointer depends on inputs, so may what is reached. Of all the inputs that the path condition
// allows, one is looked for with which a block is not reached; it is then part of the violation. The search
// goes from counterexample to counterexample: with the inputs of a model, memory is followed as if it were
// concrete; where that leads to the block, the next model must avoid the way that was found.
#include "machine/call.h"
#include "machine/memory.h"
#include "machine/pages.h"
#include "machine/symbolic.h"

struct leak_word {
    uint32_t object; // that it is in
    uint32_t at;     // index of `object` in the order in which objects were reached
    term t;          // its value
};

struct leak_search {
    struct machine *m;
    uint8_t *reached;       // by object
    VECTOR(uint32_t) order; // objects as they were reached
    VECTOR(uint32_t)
    through; // by order: index in `words` of the word that led there, NO_WORD for a known pointer
    VECTOR(uint32_t) from;          // by order: index of the object that pointed to it, NO_WORD for a root
    VECTOR(struct leak_word) words; // of these objects, those that depend on inputs
    uint32_t certain;               // so many objects are reached whatever the inputs are
};
#define NO_WORD 0xffffffffu

// ---- what points where

// The object that an address keeps alive: the one it lies in, or ends. Pages of a mapping that are gone lead
// to those that are left.
static uint32_t object_kept_by(const struct machine *m, uint64_t address)
{
    for (unsigned back = 0; back < 2 && address > back; back++) {
        const struct object *o = memory_find(m, address - back);
        uint32_t kept = o ? pages_first_kept(m, (uint32_t)(o - m->memory.objects.data)) : NO_OBJECT;
        if (o && memory_has_content(&m->memory.objects.data[kept]) && address - o->base <= o->size)
            return kept;
    }
    return NO_OBJECT;
}

static term points_to(struct machine *m, term word, uint32_t object)
{
    unsigned width = m->program->pointer_bits;
    const struct object *o = pages_whole(m, object_get(m, object));
    term offset = term_binary(m->terms, TERM_SUB, word, term_constant(m->terms, width, o->base));
    return term_binary(m->terms, TERM_ULE, offset, term_constant(m->terms, width, o->size));
}

// Memory from which a program can go on at its end; `locals`: with the variables of functions that have not
// returned. The values of keys are a thread's own, and nothing when it has ended.
static bool is_root(const struct machine *m, const struct object *o, bool locals)
{
    if (o->state != OBJECT_LIVE || o->kind == OBJECT_HEAP || (o->kind == OBJECT_STACK && !locals))
        return false;
    return o->kind != OBJECT_SHADOW || m->threads[o->owner]->state.status != THREAD_ENDED;
}

// ---- following pointers

static void reach_kept_object(struct leak_search *s, uint32_t object, uint32_t from, uint32_t through)
{
    if (object == NO_OBJECT || s->reached[object])
        return;
    s->reached[object] = 1;
    vector_push(&s->order, object);
    vector_push(&s->from, from);
    vector_push(&s->through, through);
}

// Looks at the words of an object, or of a part of a mapping that counts as the `next`-th object.
static void follow_words(struct leak_search *s, const struct object *o, uint32_t next)
{
    struct machine *m = s->m;
    unsigned step = m->program->pointer_bits / 8;
    for (uint64_t at = 0; memory_has_content(o) && at + step <= o->size; at += step) {
        struct value v = memory_peek(m, o, at, step);
        if (v.t)
            vector_push(&s->words, (struct leak_word){s->order.data[next], next, v.t});
        else if (v.bits)
            reach_kept_object(s, object_kept_by(m, v.bits), next, NO_WORD);
    }
}

// Looks at the words of objects from the `next`-th on; those that depend on inputs are kept. The first part
// of a mapping stands for all of them.
static void follow_objects(struct leak_search *s, uint32_t next)
{
    for (; next < s->order.size; next++) {
        uint32_t object = s->order.data[next], part = pages_next_part(s->m, object, NO_OBJECT);
        if (part == NO_OBJECT)
            follow_words(s, object_get(s->m, object), next);
        for (; part != NO_OBJECT; part = pages_next_part(s->m, object, part))
            follow_words(s, object_get(s->m, part), next);
    }
}

static void follow_certain(struct leak_search *s, bool locals)
{
    for (uint32_t k = 1; k < s->m->memory.objects.size; k++)
        if (is_root(s->m, object_get(s->m, k), locals))
            reach_kept_object(s, k, NO_WORD, NO_WORD);
    follow_objects(s, 0);
    s->certain = s->order.size;
}

// Follows all words, with inputs as in a model.
static void follow_model(struct leak_search *s, const struct model *model)
{
    for (uint32_t k = 0; k < s->words.size; k++) {
        const struct leak_word word = s->words.data[k];
        uint64_t address = term_evaluate(s->m->terms, word.t, model->values, model->count);
        uint32_t next = s->order.size;
        reach_kept_object(s, object_kept_by(s->m, address), word.at, k);
        follow_objects(s, next);
    }
}

static void forget_model(struct leak_search *s, uint32_t words)
{
    while (s->order.size > s->certain)
        s->reached[vector_pop(&s->order)] = 0;
    s->from.size = s->through.size = s->certain;
    s->words.size = words;
}

// ---- conditions

// The condition that the block is reached in the way that was found with the model; the first step of it from
// any of the words that are certain.
static term way_to_block(struct leak_search *s, uint32_t object, uint32_t words)
{
    struct machine *m = s->m;
    term way = term_constant(m->terms, 1, 1);
    uint32_t k = 0;
    while (s->order.data[k] != object)
        k++;
    for (; k >= s->certain; k = s->from.data[k]) {
        uint32_t through = s->through.data[k];
        if (through == NO_WORD)
            continue;
        term step = points_to(m, s->words.data[through].t, s->order.data[k]);
        for (uint32_t w = 0; through < words && w < words; w++)
            step = term_or(m->terms, step, points_to(m, s->words.data[w].t, s->order.data[k]));
        way = term_and(m->terms, way, step);
    }
    return way;
}

// The condition that nothing but what is reached with the model is reached.
static term nothing_else(struct leak_search *s)
{
    struct machine *m = s->m;
    term all = term_constant(m->terms, 1, 1);
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        bool stands_for_mapping = pages_first_kept(m, k) == k; // else the first part of it does
        if (s->reached[k] || !memory_has_content(object_get(m, k)) || !stands_for_mapping)
            continue;
        for (uint32_t w = 0; w < s->words.size; w++)
            all = term_and(m->terms, all, term_not(m->terms, points_to(m, s->words.data[w].t, k)));
    }
    return all;
}

// ---- reports

static void report_block(struct machine *m, enum report_kind kind, const struct object *o,
                         const char *message)
{
    struct machine_report r = {
        .kind = kind, .property = PROPERTY_LEAK, .message = message, .thread = o->owner, .code = o->code};
    if (m->hooks.report)
        m->hooks.report(m->hooks.context, &r);
}

// Whether a function called exit, which never returned: its variables are no global ones.
static bool exit_was_called(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread_state *state = &m->threads[k]->state;
        if (state->status == THREAD_AT_EXIT && (state->left || state->depth))
            return true;
    }
    return false;
}

static void report_leak(struct machine *m, const struct object *o)
{
    report_block(m, REPORT_VIOLATION, o,
                 exit_was_called(m)
                     ? "memory is never released, and no global variable leads to it when exit is called"
                     : "memory is never released, and nothing points to it at the end of the program");
}

// With the inputs of a model, of which the condition holds.
static void report_with(struct machine *m, const struct object *o, struct model *model, term condition)
{
    vector_push(&m->path.condition, condition);
    vector_push(&m->path.models, *model);
    *model = (struct model){NULL, 0};
    report_leak(m, o);
    m->path.condition.size--; // and the models that were found since
}

// ---- the search

// The inputs of a replay.
static struct model replayed_inputs(const struct machine *m)
{
    uint32_t count = term_input_count(m->terms);
    struct model model = {memory_zalloc(count, sizeof *model.values), count};
    for (uint32_t k = 0; k < count; k++) {
        const struct term_input *i = term_input_get(m->terms, k);
        model.values[k] = m->options.input_value(m->options.input_context, i->maker, i->number, i->width);
    }
    return model;
}

// Inputs that the path condition and `question` allow.
static enum smt_answer next_model(struct machine *m, term question, struct model *model)
{
    memory_free(model->values);
    *model = (struct model){NULL, 0};
    return symbolic_find_model(m, question, model);
}

// Whether the block can be lost, for some inputs. `words`: those that are certain.
static void look_for_inputs(struct leak_search *s, uint32_t object, uint32_t words)
{
    struct machine *m = s->m;
    struct model model = {NULL, 0};
    term avoid = term_constant(m->terms, 1, 1);
    enum smt_answer answer = SMT_SAT;
    if (m->options.concrete)
        model = replayed_inputs(m);
    else
        answer = next_model(m, avoid, &model);
    while (answer == SMT_SAT) {
        follow_model(s, &model);
        bool lost = !s->reached[object];
        if (lost)
            report_with(m, object_get(m, object), &model, nothing_else(s));
        else
            avoid = term_and(m->terms, avoid, term_not(m->terms, way_to_block(s, object, words)));
        forget_model(s, words);
        if (lost || m->options.concrete || (m->hooks.interrupt && m->hooks.interrupt(m->hooks.context)))
            break;
        answer = next_model(m, avoid, &model);
    }
    if (answer == SMT_UNKNOWN)
        report_block(
            m, REPORT_UNKNOWN, object_get(m, object),
            "the solver could not decide whether memory is still pointed to (--solver-timeout gives it "
            "more time)");
    memory_free(model.values);
}

static bool have_all_threads_ended(const struct machine *m)
{
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        enum thread_status s = m->threads[k]->state.status;
        if (s != THREAD_ABSENT && s != THREAD_ENDED && s != THREAD_AT_EXIT)
            return false;
    }
    return true;
}

static struct leak_search begin_leak_search(struct machine *m)
{
    return (struct leak_search){.m = m, .reached = memory_zalloc(m->memory.objects.size, 1)};
}

static void end_leak_search(struct leak_search *s)
{
    memory_free(s->reached);
    vector_free(&s->order);
    vector_free(&s->through);
    vector_free(&s->from);
    vector_free(&s->words);
}

// Whether a block of the heap is there; of the parts of a mapping, the first one counts.
static bool is_heap_block(const struct machine *m, uint32_t object)
{
    const struct object *o = &m->memory.objects.data[object];
    return o->kind == OBJECT_HEAP && memory_has_content(o) && pages_first_kept(m, object) == object;
}

static bool is_lost_block(const struct leak_search *s, uint32_t object)
{
    return is_heap_block(s->m, object) && !s->reached[object];
}

static void report_lost(struct machine *m)
{
    struct leak_search s = begin_leak_search(m);
    follow_certain(&s, false);
    uint32_t words = s.words.size, models = m->path.models.size;
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        if (!is_lost_block(&s, k))
            continue;
        if (words)
            look_for_inputs(&s, k, words);
        else
            report_leak(m, object_get(m, k));
        while (m->path.models.size > models)
            memory_free(vector_pop(&m->path.models).values);
    }
    end_leak_search(&s);
}

static void report_all(struct machine *m)
{
    for (uint32_t k = 1; k < m->memory.objects.size; k++) {
        const struct object *o = object_get(m, k);
        if (is_heap_block(m, k))
            report_block(m, REPORT_VIOLATION, o, "memory is not released at the end of the program");
    }
}

// Where threads have not ended, whether there is a block to which neither a global variable nor one of theirs
// leads for sure. What a thread has in registers does not count.
static bool may_be_lost(struct machine *m)
{
    struct leak_search s = begin_leak_search(m);
    bool lost = false;
    if (m->options.leaks != LEAK_ALL)
        follow_certain(&s, true);
    for (uint32_t k = 1; k < m->memory.objects.size && !lost; k++)
        lost = is_lost_block(&s, k);
    end_leak_search(&s);
    return lost;
}

void leak_end(struct machine *m)
{
    if (!(m->options.properties & 1u << PROPERTY_LEAK))
        return;
    m->current = m->threads[0];
    if (!have_all_threads_ended(m))
        m->statistics.leaks_open += may_be_lost(m);
    else if (m->options.leaks == LEAK_ALL)
        report_all(m);
    else
        report_lost(m);
}
