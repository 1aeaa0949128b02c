#include "machine/canonical.h"

#include "base/hash.h"
#include "machine/faint.h"
#include "machine/input_names.h"
#include "machine/memory.h"
#include "machine/pages.h"
#include "machine/readable.h"
#include "machine/rename.h"

#include <stdlib.h>

#define NAME_OF_STACK ((uint64_t)1 << 63) // not set in addresses

static void add_form_word(struct canonical *c, uint64_t word)
{
    vector_push(&c->present, word);
}

static void begin_form_part(struct canonical *c)
{
    vector_push(&c->parts, (struct canonical_part){.begin = c->present.size});
}

// LINE_HEAD: words of add_memory_line before the content of the line.
enum { LINE_HEAD = 1 };
static void begin_line(struct canonical *c, const struct object *o, uint64_t line, uint32_t before)
{
    vector_push(&c->parts,
                (struct canonical_part){o->base + line * LINE_BYTES, c->present.size, before + LINE_HEAD});
}

// Of what inputs make it is told later what has been decided about them.
static void note_term(struct canonical *c, term t)
{
    if (t && c->extent == CANONICAL_WHOLE && (!c->terms.size || vector_last(&c->terms) != t))
        vector_push(&c->terms, t);
}

// Whether an input is made when it is asked for, and never asked for again. Others belong to memory, or to a
// count of operations.
static bool is_fresh_input(enum input_kind kind)
{
    return kind == INPUT_NAMED || kind == INPUT_NONDET || kind == INPUT_HAVOC;
}

// Whether an input may be told by its number. The first state of all has none. That of a search within an
// execution can hold some in memory that no state tells, since it never changes: only those that were made
// since count there, while nothing was decided about them.
static bool may_be_numbered(const struct canonical *c, const struct term_input *input)
{
    if (c->extent == CANONICAL_WHOLE)
        return is_fresh_input(input->kind);
    return is_fresh_input(input->kind) && c->machine->path.condition.size == c->conditions &&
           input->maker < c->inputs.size && input->number >= c->inputs.data[input->maker] &&
           input->number < INPUT_APART;
}

static void number_input(struct canonical *c, uint32_t index)
{
    struct terms *terms = c->machine->terms;
    if (term_input_is_renamed(terms, index))
        return;
    struct term_input input = *term_input_get(terms, index);
    term told = input.self;
    if (may_be_numbered(c, &input))
        told = term_input(terms, INPUT_SLOTS, c->slots++, input.width, input.kind);
    term_rename_input(terms, index, told);
}

// The term as it is told: of inputs only their numbers matter, in the order in which the state comes to them.
static term number_inputs(struct canonical *c, term t)
{
    struct terms *terms = c->machine->terms;
    if (!t || c->extent == CANONICAL_WITHIN_ATTEMPT)
        return t;
    uint32_t count;
    term_inputs(terms, t, &count);
    c->looked_at += count;
    for (uint32_t k = 0; k < count; k++)
        number_input(c, term_inputs(terms, t, &count)[k]);
    return term_rename(terms, t);
}

static term tell_term(struct canonical *c, term t)
{
    note_term(c, t);
    return number_inputs(c, t);
}

// ---- what has changed

static uint32_t find_line(const struct canonical *c, uint32_t object, uint32_t line, uint64_t hash)
{
    for (uint32_t at = index_begin(hash), n; (n = index_next(&c->line_index, hash, &at)) != INDEX_NONE;)
        if (c->lines.data[n].object == object && c->lines.data[n].line == line)
            return n;
    return INDEX_NONE;
}

static bool has_object(const struct canonical *c, uint32_t object)
{
    for (uint32_t k = 0; k < c->changed.size; k++)
        if (c->changed.data[k].object == object)
            return true;
    return false;
}

// A line that had not changed in any state before was, before its oldest entry since then, as in the first.
static void note_changes(struct canonical *c, const struct machine_mark *since)
{
    const struct machine *m = c->machine;
    for (uint32_t k = since ? since->lines : 0; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        uint64_t hash = hash_mix((uint64_t)u->object << 32 | u->line);
        if (u->object >= c->objects || find_line(c, u->object, u->line, hash) != INDEX_NONE)
            continue;
        struct first_line first = {u->object, u->line, u->old, {0}};
        memcpy(first.data, u->data, LINE_BYTES);
        vector_push(&c->lines, first);
        index_add(&c->line_index, hash, c->lines.size - 1);
    }
    for (uint32_t k = since ? since->changed_objects : 0; k < m->undo.objects.size; k++) {
        const struct undo_object *u = &m->undo.objects.data[k];
        if (u->object < c->objects && !has_object(c, u->object))
            vector_push(&c->changed, (struct first_object){u->object, u->reach, u->state});
    }
}

// ---- names

// Names what threads have on their stacks.
static void name_stacks(struct canonical *c)
{
    struct machine *m = c->machine;
    c->stacks.size = 0;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        uint64_t place = 0;
        if (t->state.status == THREAD_ABSENT)
            continue;
        for (uint32_t n = t->state.stack_top; n != NO_OBJECT && n >= c->objects; n = object_get(m, n)->below)
            place++;
        for (uint32_t n = t->state.stack_top; place; place--, n = object_get(m, n)->below) {
            const struct object *o = object_get(m, n);
            uint64_t name = NAME_OF_STACK | (uint64_t)t->number << 48 | place << 24;
            if (rename_is_own(t, o) && place < 1u << 24)
                vector_push(&c->stacks, (struct stack_object){o->base, o->size, name});
        }
    }
}

// An address in one of these gets a name. Objects of other threads are not meant.
static bool get_name(const struct canonical *c, uint64_t *bits)
{
    for (uint32_t k = 0; k < c->stacks.size; k++) {
        const struct stack_object *o = &c->stacks.data[k];
        uint64_t offset = *bits - o->base;
        if (offset <= o->size && offset < 1u << 24) {
            *bits = o->name | offset;
            return true;
        }
    }
    return false;
}

// Words, and which of them are names.
static void add_form_words(struct canonical *c, const uint64_t *bits, unsigned count)
{
    uint64_t named = 0;
    uint32_t place = c->present.size;
    add_form_word(c, 0);
    for (unsigned k = 0; k < count; k++) {
        uint64_t word = bits[k];
        named |= (uint64_t)get_name(c, &word) << k;
        add_form_word(c, word);
    }
    c->present.data[place] = named;
}

// ---- memory

// Adds which addresses in a line are named, and their names; their bytes are taken out of it. `known`: the
// bytes that have values of their own.
static void add_line_names(const struct canonical *c, canonical_words *to, uint64_t known, uint8_t *data)
{
    unsigned size = c->machine->program->pointer_bits / 8;
    uint64_t all = ((uint64_t)1 << size) - 1;
    uint32_t place = to->size;
    vector_push(to, 0);
    for (unsigned at = 0; c->stacks.size && at < LINE_BYTES; at += size) {
        uint64_t bits = 0;
        memcpy(&bits, data + at, size);
        if ((known >> at & all) != all || !get_name(c, &bits))
            continue;
        to->data[place] |= (uint64_t)1 << at;
        vector_push(to, bits);
        memset(data + at, 0, size);
    }
}

// Bytes that inputs make, and those that were never written and whose values are known elsewhere.
static void add_overlay(struct canonical *c, canonical_words *to, const struct overlay *v,
                        const uint8_t *data, uint64_t but)
{
    for (unsigned k = 0; k < LINE_BYTES; k++) {
        if (but >> k & 1)
            continue;
        if (v->t[k]) {
            vector_push(to, (uint64_t)tell_term(c, v->t[k]) << 32 | k << 8 | v->index[k]);
        } else if (v->index[k] == BYTE_COPIED) {
            vector_push(to, (uint64_t)data[k] << 32 | k << 8 | BYTE_COPIED);
        }
    }
}

// `but`: bytes that are left out.
static void add_memory_line(struct canonical *c, canonical_words *to, const struct line *l,
                            const uint8_t *data, uint64_t but)
{
    const struct machine *m = c->machine;
    const struct overlay *v = l->overlay ? &m->memory.overlays.data[l->overlay] : NULL;
    uint64_t known = ~(l->uninitialised | but);
    uint8_t bytes[LINE_BYTES];
    for (unsigned k = 0; v && k < LINE_BYTES; k++)
        if (v->t[k])
            known &= ~((uint64_t)1 << k);
    memcpy(bytes, data, sizeof bytes);
    for (unsigned k = 0; ~known && k < LINE_BYTES; k++)
        if (!(known >> k & 1))
            bytes[k] = 0;
    vector_push(to, l->uninitialised & ~but);
    uint32_t content = to->size;
    vector_reserve(to, content + LINE_BYTES / 8);
    to->size += LINE_BYTES / 8;
    add_line_names(c, to, known, bytes);
    memcpy(to->data + content, bytes, sizeof bytes);
    if (v)
        add_overlay(c, to, v, data, but);
}

static void note_difference(struct canonical *c, const struct object *o)
{
    if (o->reach < c->private_changed.size)
        c->private_changed.data[o->reach] = true;
    else
        c->shared_changed = true;
}

// Lines that differ from what they were. Their numbers stay, so that equal states have equal words.
static void add_lines(struct canonical *c)
{
    struct machine *m = c->machine;
    for (uint32_t k = 0; k < c->lines.size; k++) {
        const struct first_line *first = &c->lines.data[k];
        const struct object *o = object_get(m, first->object);
        if (!memory_has_content(o))
            continue;
        uint64_t faint = faint_bytes(m, o, first->line);
        c->was.size = c->now.size = 0;
        add_memory_line(c, &c->was, &first->was, first->data, faint);
        add_memory_line(c, &c->now, &o->lines[first->line], o->data + (size_t)first->line * LINE_BYTES,
                        faint);
        if (c->was.size == c->now.size &&
            !memcmp(c->was.data, c->now.data, c->now.size * sizeof *c->now.data))
            continue;
        note_difference(c, o);
        begin_line(c, o, first->line, 1);
        add_form_word(c, (uint64_t)k << 32 | c->now.size);
        for (uint32_t w = 0; w < c->now.size; w++)
            add_form_word(c, c->now.data[w]);
    }
}

static void add_records(struct canonical *c)
{
    for (uint32_t k = 0; k < c->changed.size; k++) {
        const struct first_object *first = &c->changed.data[k];
        const struct object *o = object_get(c->machine, first->object);
        if (o->state == first->state && o->reach == first->reach)
            continue;
        if (o->reach == first->reach)
            note_difference(c, o);
        else
            c->shared_changed = true;
        add_form_word(c, (uint64_t)k << 32 | (uint64_t)o->state << 16 | o->reach);
    }
}

static int compare_bases(const void *a, const void *b)
{
    uint64_t x = ((const struct made_object *)a)->base, y = ((const struct made_object *)b)->base;
    return x < y ? -1 : x > y;
}

// Objects that are alive and did not exist in the first state, by address.
static void find_made(struct canonical *c)
{
    struct machine *m = c->machine;
    c->made.size = 0;
    for (uint32_t k = c->objects; k < m->memory.objects.size; k++)
        if (memory_has_content(object_get(m, k)))
            vector_push(&c->made, (struct made_object){object_get(m, k)->base, k});
    if (c->made.size)
        qsort(c->made.data, c->made.size, sizeof *c->made.data, compare_bases);
}

static void add_objects(struct canonical *c)
{
    struct machine *m = c->machine;
    for (uint32_t k = 0; k < c->made.size; k++) {
        const struct object *o = object_get(m, c->made.data[k].object);
        note_difference(c, o);
        begin_form_part(c);
        add_form_words(c, &o->base, 1);
        add_form_word(c, o->size);
        add_form_word(c, (uint64_t)o->mapped << 40 | (uint64_t)o->kind << 32 | (uint64_t)o->state << 16 |
                             o->reach);
        if (pages_are_protected(o))
            add_form_word(c, o->freed_code); // as in location.c
        for (uint64_t line = 0; line * LINE_BYTES < o->size; line++) {
            begin_line(c, o, line, 0);
            add_memory_line(c, &c->present, &o->lines[line], o->data + line * LINE_BYTES,
                            faint_bytes(m, o, line));
        }
    }
}

// ---- threads

// The operation that a thread has come to, and the room that is left on its stack: both follow from the rest,
// but for what memory held when the thread came there.
static void add_next_operation(struct canonical *c, const struct thread_state *now)
{
    add_form_word(c, now->stack_used);
    add_form_word(c, now->stack_size);
    if (now->status != THREAD_READY)
        return;
    const struct operation *next = &now->next;
    add_form_word(c, (uint64_t)next->kind << 32 | next->access_count << 2 | (next->await ? 2u : 0u) |
                         (next->lifetime ? 1u : 0u));
    add_form_words(c, &next->about, 1);
    for (uint32_t k = 0; k < next->access_count; k++) {
        const struct access *a = &next->access[k];
        add_form_words(c, &a->address, 1);
        add_form_word(c, a->size);
        add_form_word(c, (uint64_t)a->order << 16 | (a->write ? 4u : 0u) | (a->atomic ? 2u : 0u) |
                             (a->partial ? 1u : 0u));
    }
}

// Objects are named by their addresses, or places: numbers are used again after they were undone.
static uint64_t canonical_object_name(struct canonical *c, uint32_t object)
{
    uint64_t name = object == NO_OBJECT ? 0 : object_get(c->machine, object)->base;
    get_name(c, &name);
    return name;
}

static void add_frame(struct canonical *c, const struct thread *t, uint32_t frame)
{
    struct machine *m = c->machine;
    const struct frame *f = &t->frames.data[frame];
    add_form_word(c, (uint64_t)f->function << 32 | f->base);
    add_form_word(c, (uint64_t)f->return_code << 32 | f->result);
    add_form_word(c, canonical_object_name(c, f->stack_top));
    add_form_word(c, canonical_object_name(c, f->variadic));
    vector_push(&c->present,
                (uint64_t)f->native_phase << 2 | (f->to_native ? 2u : 0u) | (f->atomic ? 1u : 0u));
    if (c->extent == CANONICAL_WHOLE)
        add_form_word(c, f->stack_used);
    if (f->to_native)
        add_form_words(c, f->native_scratch, sizeof f->native_scratch / sizeof *f->native_scratch);
    uint32_t count;
    const uint32_t *readable = readable_in_frame(m, t, frame, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct cell *cell = &t->registers.data[f->base + readable[k]];
        bool read = readable_register(m, t, f->base + readable[k]);
        term symbolic = read ? cell->t : TERM_NONE;
        uint64_t bits = read && !symbolic ? cell->bits : 0;
        bool named = get_name(c, &bits);
        add_form_word(c, (uint64_t)tell_term(c, symbolic) | (uint64_t)named << 32);
        add_form_word(c, bits);
    }
}

static void add_thread_state(struct canonical *c, const struct thread *t)
{
    const struct thread_state *now = &t->state;
    const uint64_t fields[] = {
        (uint64_t)t->number << 32 | now->last << 16 | now->status,
        (uint64_t)now->code << 32 | now->depth,
        canonical_object_name(c, now->stack_top),
        (uint64_t)now->children << 32 | now->phase,
        (uint64_t)now->life << 32 | now->life_index,
        (uint64_t)now->joining << 32 | now->atomic_depth,
        tell_term(c, now->result.t),
        now->result.t ? 0 : now->result.bits,
        (uint64_t)now->failed_at << 32 | now->end_status,
        (uint64_t)now->interrupt_depth << 32 | now->may_wait,
    };
    begin_form_part(c);
    for (unsigned k = 0; k < sizeof fields / sizeof *fields; k++)
        add_form_word(c, fields[k]);
    add_form_words(c, now->scratch, sizeof now->scratch / sizeof *now->scratch);
    if (c->extent == CANONICAL_WHOLE)
        add_next_operation(c, now);
    for (uint32_t frame = 0; frame < now->depth; frame++)
        add_frame(c, t, frame);
}

// ---- what has happened

// Blocks that were released. Whether another block may take such an address, or is found to, depends on which
// were made since (reuse.h).
static void add_released(struct canonical *c)
{
    const struct machine *m = c->machine;
    begin_form_part(c);
    if (!m->options.reuse)
        return;
    uint32_t begin = c->present.size;
    bool any = false;
    for (uint32_t k = c->objects; k < m->memory.objects.size; k++) {
        const struct object *o = &m->memory.objects.data[k];
        if (o->kind != OBJECT_HEAP || (o->mapped && o->state == OBJECT_REUSED)) // its parts count
            continue;
        any |= !memory_has_content(o);
        add_form_word(c, o->base);
        add_form_word(
            c, pages_is_part(o) ? 0 : (uint64_t)k << 32 | o->released); // addresses of parts do not come back
        add_form_word(c, (uint64_t)o->code << 32 | (uint64_t)o->mapped << 8 | o->state);
    }
    if (!any)
        c->present.size = begin;
}

// Who has created and joined whom: what a thread knows of handles that are over (identifiers.h).
static void add_edges(struct canonical *c)
{
    const struct machine *m = c->machine;
    for (uint32_t k = 0; k < m->edges.size; k++)
        add_form_word(c, (uint64_t)m->edges.data[k].from << 32 | m->edges.data[k].to << 1 |
                             m->edges.data[k].join);
}

// ---- inputs

static bool is_marked_input(const struct canonical *c, uint32_t input)
{
    return input < c->marked.size && c->marked.data[input];
}

static void mark_inputs(struct canonical *c, term t)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(c->machine->terms, t, &count);
    c->looked_at += count;
    for (uint32_t k = 0; k < count; k++) {
        while (c->marked.size <= inputs[k])
            vector_push(&c->marked, false);
        c->marked.data[inputs[k]] = true;
    }
}

static bool mentions_marked(struct canonical *c, term t)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(c->machine->terms, t, &count);
    c->looked_at += count;
    for (uint32_t k = 0; k < count; k++)
        if (is_marked_input(c, inputs[k]))
            return true;
    return false;
}

static int compare_term_numbers(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

// In ascending order, each once.
static void add_condition_words(struct canonical *c)
{
    uint32_t kept = 0;
    if (c->terms.size)
        qsort(c->terms.data, c->terms.size, sizeof *c->terms.data, compare_term_numbers);
    for (uint32_t k = 0; k < c->terms.size; k++)
        if (!k || c->terms.data[k] != c->terms.data[k - 1])
            c->terms.data[kept++] = c->terms.data[k];
    add_form_word(c, kept);
    for (uint32_t k = 0; k < kept; k++)
        add_form_word(c, c->terms.data[k]);
}

// Adds the conjuncts of the path condition that are about inputs which the state still holds, directly or
// together with other conjuncts. The others can be satisfied whatever these inputs are, and say nothing of
// what comes; nor do inputs that it holds no more, as those that were drawn until one was accepted, where
// they can be eliminated (term/project.h). Memory that was never written holds the inputs that its words
// stand for from the moment on at which they are looked at or copied (memory.c); before, no conjunct is about
// them.
static void add_conditions(struct canonical *c)
{
    const struct machine *m = c->machine;
    uint32_t count = m->path.condition.size;
    begin_form_part(c);
    c->marked.size = 0;
    for (uint32_t k = 0; k < c->terms.size; k++)
        mark_inputs(c, c->terms.data[k]);
    c->terms.size = 0;
    bool *taken = memory_zalloc(count + 1, sizeof *taken), more = true;
    for (uint32_t k = 0; k < count; k++)
        c->unique |= term_has_input_kind(m->terms, m->path.condition.data[k], INPUT_UNMODELLED);
    while (more) {
        more = false;
        for (uint32_t k = 0; k < count; k++)
            if (!taken[k] && mentions_marked(c, m->path.condition.data[k])) {
                taken[k] = more = true;
                mark_inputs(c, m->path.condition.data[k]);
                vector_push(&c->terms, m->path.condition.data[k]);
            }
    }
    memory_free(taken);
    uint32_t held = c->slots; // what is numbered from here on, only conditions speak of
    for (uint32_t k = 0; k < c->terms.size; k++)
        c->terms.data[k] = number_inputs(c, c->terms.data[k]);
    term_project(m->terms, &c->terms, INPUT_SLOTS, held);
    add_condition_words(c);
    for (uint32_t k = 0; k < c->marked.size; k++)
        c->unique |= c->marked.data[k] && term_input_get(m->terms, k)->kind == INPUT_UNMODELLED;
}

// ---- the state

static void add_whole_state(struct canonical *c)
{
    const struct machine *m = c->machine;
    name_stacks(c);
    term_rename_begin(m->terms);
    c->slots = 0;
    c->looked_at = 0;
    c->present.size = c->parts.size = c->terms.size = 0;
    c->shared_changed = c->unique = false;
    c->private_changed.size = 0;
    while (c->private_changed.size < c->machine->thread_limit)
        vector_push(&c->private_changed, false);
    begin_form_part(c);
    add_form_word(c, (uint64_t)m->state.unjoined << 32 | m->state.keys);
    uint32_t conditions = c->extent == CANONICAL_WHOLE ? 0 : m->path.condition.size, begin = c->present.size;
    add_form_word(c, (uint64_t)conditions << 1 | m->state.frozen);
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT)
            add_thread_state(c, m->threads[k]);
    c->present.data[begin] |= (uint64_t)c->parts.size
                              << 40; // with the other numbers of parts: which part is what
    begin = c->parts.size;
    add_lines(c);
    find_made(c);
    uint64_t lines = c->parts.size - begin;
    begin_form_part(c);
    add_form_word(c, lines << 32 | c->made.size);
    add_records(c);
    add_objects(c);
    if (c->extent != CANONICAL_WHOLE)
        return;
    add_released(c);
    add_edges(c);
    add_conditions(c);
}

void canonical_init(struct canonical *c, struct machine *m, enum canonical_extent extent)
{
    c->machine = m;
    c->extent = extent;
    c->objects = m->memory.objects.size;
    c->conditions = m->path.condition.size;
    for (uint32_t k = 0; k < m->thread_limit; k++)
        vector_push(&c->inputs, m->threads[k]->state.inputs);
    undo_begin_epoch(m);
}

void canonical_free(struct canonical *c)
{
    vector_free(&c->lines);
    index_free(&c->line_index);
    vector_free(&c->changed);
    vector_free(&c->present);
    vector_free(&c->parts);
    vector_free(&c->was);
    vector_free(&c->now);
    vector_free(&c->made);
    vector_free(&c->stacks);
    vector_free(&c->terms);
    vector_free(&c->inputs);
    vector_free(&c->marked);
    vector_free(&c->private_changed);
}

void canonical_describe(struct canonical *c, const struct machine_mark *since)
{
    note_changes(c, since);
    add_whole_state(c);
}
