#include "machine/states.h"

#include "base/hash.h"
#include "base/index.h"
#include "machine/faint.h"
#include "machine/memory.h"
#include "machine/readable.h"
#include "machine/rename.h"

#include <stdlib.h>
#include <xxhash.h>

#ifndef HEDDLE_STATES_LIMIT
#define HEDDLE_STATES_LIMIT (1u << 23) // words that are kept; test builds make it small
#endif

typedef VECTOR(uint64_t) words;

// A line that has changed in some state, as it was in the first one.
struct first_line {
    uint32_t object, line;
    struct line was; // the undo log keeps its overlay
    uint8_t data[LINE_BYTES];
};
// An object's record when it was first changed.
struct first_object {
    uint32_t object;
    uint16_t reach;
    uint8_t state;
};
struct kept_state {
    uint32_t begin, end; // its words
};

struct made_object {
    uint64_t base;
    uint32_t object;
};

// An object on a thread's stack that only the thread can reach and that was made after the first state, named
// by its place there: each round of a loop may make another.
struct stack_object {
    uint64_t base, size, name;
};
#define NAME_OF_STACK ((uint64_t)1 << 63) // not set in addresses

struct states {
    struct machine *machine;
    uint32_t objects; // that exist in all states
    VECTOR(struct first_line) lines;
    struct index line_index;
    VECTOR(struct first_object) changed;
    words kept, present, was, now; // of all states; of the present one; scratch
    VECTOR(struct kept_state) all;
    struct index index;
    VECTOR(struct made_object) made;    // scratch
    VECTOR(struct stack_object) stacks; // of the present state
    bool shared_changed; // of the present state: what all can reach differs from the first one's
    bool private_changed[MACHINE_MAX_THREADS]; // what one thread can reach does
};

// ---- what has changed

static uint32_t find_line(const struct states *s, uint32_t object, uint32_t line, uint64_t hash)
{
    for (uint32_t at = index_begin(hash), n; (n = index_next(&s->line_index, hash, &at)) != INDEX_NONE;)
        if (s->lines.data[n].object == object && s->lines.data[n].line == line)
            return n;
    return INDEX_NONE;
}

static bool has_object(const struct states *s, uint32_t object)
{
    for (uint32_t k = 0; k < s->changed.size; k++)
        if (s->changed.data[k].object == object)
            return true;
    return false;
}

// A line that had not changed in any state before was, before its oldest entry since then, as in the first.
static void note_changes(struct states *s, const struct machine_mark *since)
{
    const struct machine *m = s->machine;
    for (uint32_t k = since->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        uint64_t hash = hash_mix((uint64_t)u->object << 32 | u->line);
        if (u->object >= s->objects || find_line(s, u->object, u->line, hash) != INDEX_NONE)
            continue;
        struct first_line first = {u->object, u->line, u->old, {0}};
        memcpy(first.data, u->data, LINE_BYTES);
        vector_push(&s->lines, first);
        index_add(&s->line_index, hash, s->lines.size - 1);
    }
    for (uint32_t k = since->changed_objects; k < m->undo.objects.size; k++) {
        const struct undo_object *u = &m->undo.objects.data[k];
        if (u->object < s->objects && !has_object(s, u->object))
            vector_push(&s->changed, (struct first_object){u->object, u->reach, u->state});
    }
}

// ---- names

// Names what threads have on their stacks.
static void name_stacks(struct states *s)
{
    struct machine *m = s->machine;
    s->stacks.size = 0;
    for (uint32_t k = 0; k < m->thread_limit; k++) {
        const struct thread *t = m->threads[k];
        uint64_t place = 0;
        if (t->state.status == THREAD_ABSENT)
            continue;
        for (uint32_t n = t->state.stack_top; n != NO_OBJECT && n >= s->objects; n = object_get(m, n)->below)
            place++;
        for (uint32_t n = t->state.stack_top; place; place--, n = object_get(m, n)->below) {
            const struct object *o = object_get(m, n);
            uint64_t name = NAME_OF_STACK | (uint64_t)t->number << 48 | place << 24;
            if (rename_is_own(t, o) && place < 1u << 24)
                vector_push(&s->stacks, (struct stack_object){o->base, o->size, name});
        }
    }
}

// An address in one of these gets a name. Objects of other threads are not meant.
static bool get_name(const struct states *s, uint64_t *bits)
{
    for (uint32_t k = 0; k < s->stacks.size; k++) {
        const struct stack_object *o = &s->stacks.data[k];
        uint64_t offset = *bits - o->base;
        if (offset <= o->size && offset < 1u << 24) {
            *bits = o->name | offset;
            return true;
        }
    }
    return false;
}

// Words, and which of them are names.
static void add_words(struct states *s, const uint64_t *bits, unsigned count)
{
    uint64_t named = 0;
    uint32_t place = s->present.size;
    vector_push(&s->present, 0);
    for (unsigned k = 0; k < count; k++) {
        uint64_t word = bits[k];
        named |= (uint64_t)get_name(s, &word) << k;
        vector_push(&s->present, word);
    }
    s->present.data[place] = named;
}

// ---- memory

// Adds which addresses in a line are named, and their names; their bytes are taken out of it. `known`: the
// bytes that have values of their own.
static void add_names(const struct states *s, words *to, uint64_t known, uint8_t *data)
{
    unsigned size = s->machine->program->pointer_bits / 8;
    uint64_t all = ((uint64_t)1 << size) - 1;
    uint32_t place = to->size;
    vector_push(to, 0);
    for (unsigned at = 0; s->stacks.size && at < LINE_BYTES; at += size) {
        uint64_t bits = 0;
        memcpy(&bits, data + at, size);
        if ((known >> at & all) != all || !get_name(s, &bits))
            continue;
        to->data[place] |= (uint64_t)1 << at;
        vector_push(to, bits);
        memset(data + at, 0, size);
    }
}

// `but`: bytes that are left out.
static void add_line(const struct states *s, words *to, const struct line *l, const uint8_t *data,
                     uint64_t but)
{
    const struct machine *m = s->machine;
    const struct overlay *v = l->overlay ? &m->memory.overlays.data[l->overlay] : NULL;
    uint64_t known = ~(l->uninitialised | but), word[LINE_BYTES / 8];
    uint8_t bytes[LINE_BYTES];
    for (unsigned k = 0; k < LINE_BYTES; k++) {
        if (v && v->t[k])
            known &= ~((uint64_t)1 << k);
        bytes[k] = known >> k & 1 ? data[k] : 0;
    }
    vector_push(to, l->uninitialised & ~but);
    add_names(s, to, known, bytes);
    memcpy(word, bytes, sizeof word);
    for (unsigned k = 0; k < LINE_BYTES / 8; k++)
        vector_push(to, word[k]);
    for (unsigned k = 0; v && k < LINE_BYTES; k++)
        if (v->t[k] && !(but >> k & 1))
            vector_push(to, (uint64_t)v->t[k] << 32 | k << 8 | v->index[k]);
}

static void note_difference(struct states *s, const struct object *o)
{
    if (o->reach < MACHINE_MAX_THREADS)
        s->private_changed[o->reach] = true;
    else
        s->shared_changed = true;
}

// Lines that differ from what they were. Their numbers stay, so that equal states have equal words.
static void add_lines(struct states *s)
{
    struct machine *m = s->machine;
    for (uint32_t k = 0; k < s->lines.size; k++) {
        const struct first_line *first = &s->lines.data[k];
        const struct object *o = object_get(m, first->object);
        if (!memory_has_content(o))
            continue;
        uint64_t faint = faint_bytes(m, o, first->line);
        s->was.size = s->now.size = 0;
        add_line(s, &s->was, &first->was, first->data, faint);
        add_line(s, &s->now, &o->lines[first->line], o->data + (size_t)first->line * LINE_BYTES, faint);
        if (s->was.size == s->now.size &&
            !memcmp(s->was.data, s->now.data, s->now.size * sizeof *s->now.data))
            continue;
        note_difference(s, o);
        vector_push(&s->present, (uint64_t)k << 32 | s->now.size);
        for (uint32_t w = 0; w < s->now.size; w++)
            vector_push(&s->present, s->now.data[w]);
    }
}

static void add_records(struct states *s)
{
    for (uint32_t k = 0; k < s->changed.size; k++) {
        const struct first_object *first = &s->changed.data[k];
        const struct object *o = object_get(s->machine, first->object);
        if (o->state == first->state && o->reach == first->reach)
            continue;
        if (o->reach == first->reach)
            note_difference(s, o);
        else
            s->shared_changed = true;
        vector_push(&s->present, (uint64_t)k << 32 | (uint64_t)o->state << 16 | o->reach);
    }
}

static int compare_bases(const void *a, const void *b)
{
    uint64_t x = ((const struct made_object *)a)->base, y = ((const struct made_object *)b)->base;
    return x < y ? -1 : x > y;
}

// Objects that are alive and did not exist in the first state, by address.
static void add_objects(struct states *s)
{
    struct machine *m = s->machine;
    s->made.size = 0;
    for (uint32_t k = s->objects; k < m->memory.objects.size; k++)
        if (memory_has_content(object_get(m, k)))
            vector_push(&s->made, (struct made_object){object_get(m, k)->base, k});
    if (s->made.size)
        qsort(s->made.data, s->made.size, sizeof *s->made.data, compare_bases);
    for (uint32_t k = 0; k < s->made.size; k++) {
        const struct object *o = object_get(m, s->made.data[k].object);
        note_difference(s, o);
        add_words(s, &o->base, 1);
        vector_push(&s->present, o->size);
        vector_push(&s->present, (uint64_t)o->kind << 32 | (uint64_t)o->state << 16 | o->reach);
        for (uint64_t line = 0; line * LINE_BYTES < o->size; line++)
            add_line(s, &s->present, &o->lines[line], o->data + line * LINE_BYTES, faint_bytes(m, o, line));
    }
}

// ---- threads

// Objects are named by their addresses, or places: numbers are used again after they were undone.
static uint64_t object_name(struct states *s, uint32_t object)
{
    uint64_t name = object == NO_OBJECT ? 0 : object_get(s->machine, object)->base;
    get_name(s, &name);
    return name;
}

static void add_frame(struct states *s, const struct thread *t, uint32_t frame)
{
    struct machine *m = s->machine;
    const struct frame *f = &t->frames.data[frame];
    vector_push(&s->present, (uint64_t)f->function << 32 | f->base);
    vector_push(&s->present, (uint64_t)f->return_code << 32 | f->result);
    vector_push(&s->present, object_name(s, f->stack_top));
    vector_push(&s->present, object_name(s, f->variadic));
    vector_push(&s->present,
                (uint64_t)f->native_phase << 2 | (f->to_native ? 2u : 0u) | (f->atomic ? 1u : 0u));
    if (f->to_native)
        add_words(s, f->native_scratch, sizeof f->native_scratch / sizeof *f->native_scratch);
    uint32_t count;
    const uint32_t *readable = readable_in_frame(m, t, frame, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct cell *c = &t->registers.data[f->base + readable[k]];
        bool read = readable_register(m, t, f->base + readable[k]);
        uint64_t bits = read && !c->t ? c->bits : 0;
        bool named = get_name(s, &bits);
        vector_push(&s->present, (read ? (uint64_t)c->t : 0) | (uint64_t)named << 32);
        vector_push(&s->present, bits);
    }
}

static void add_thread(struct states *s, const struct thread *t)
{
    const struct thread_state *c = &t->state;
    const uint64_t fields[] = {
        (uint64_t)t->number << 32 | c->last << 16 | c->status,
        (uint64_t)c->code << 32 | c->depth,
        object_name(s, c->stack_top),
        (uint64_t)c->children << 32 | c->phase,
        (uint64_t)c->life << 32 | c->life_index,
        (uint64_t)c->joining << 32 | c->atomic_depth,
        c->result.t,
        c->result.t ? 0 : c->result.bits,
        (uint64_t)c->failed_at << 32 | c->end_status,
    };
    for (unsigned k = 0; k < sizeof fields / sizeof *fields; k++)
        vector_push(&s->present, fields[k]);
    add_words(s, c->scratch, sizeof c->scratch / sizeof *c->scratch);
    for (uint32_t frame = 0; frame < c->depth; frame++)
        add_frame(s, t, frame);
}

// ---- the set

static void describe_present(struct states *s)
{
    const struct machine *m = s->machine;
    name_stacks(s);
    s->present.size = 0;
    s->shared_changed = false;
    memset(s->private_changed, 0, sizeof s->private_changed);
    vector_push(&s->present, (uint64_t)m->state.unjoined << 32 | m->state.keys);
    vector_push(&s->present, (uint64_t)m->path.condition.size << 1 | m->state.frozen);
    for (uint32_t k = 0; k < m->thread_limit; k++)
        if (m->threads[k]->state.status != THREAD_ABSENT)
            add_thread(s, m->threads[k]);
    add_lines(s);
    add_records(s);
    add_objects(s);
}

static enum states_found add_present(struct states *s)
{
    uint32_t size = s->present.size;
    uint64_t hash = XXH3_64bits(s->present.data, size * sizeof *s->present.data);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&s->index, hash, &at)) != INDEX_NONE;) {
        const struct kept_state *k = &s->all.data[n];
        if (k->end - k->begin == size &&
            !memcmp(s->kept.data + k->begin, s->present.data, size * sizeof *s->present.data))
            return STATES_KNOWN;
    }
    if (size > HEDDLE_STATES_LIMIT - s->kept.size)
        return STATES_TOO_MANY;
    uint32_t begin = s->kept.size;
    vector_reserve(&s->kept, begin + size);
    memcpy(s->kept.data + begin, s->present.data, size * sizeof *s->present.data);
    s->kept.size += size;
    vector_push(&s->all, (struct kept_state){begin, s->kept.size});
    index_add(&s->index, hash, s->all.size - 1);
    return STATES_NEW;
}

struct states *states_new(struct machine *m)
{
    struct states *s = memory_zalloc(1, sizeof *s);
    s->machine = m;
    s->objects = m->memory.objects.size;
    describe_present(s);
    add_present(s);
    return s;
}

void states_free(struct states *s)
{
    vector_free(&s->lines);
    vector_free(&s->changed);
    vector_free(&s->kept);
    vector_free(&s->present);
    vector_free(&s->was);
    vector_free(&s->now);
    vector_free(&s->all);
    vector_free(&s->made);
    vector_free(&s->stacks);
    index_free(&s->line_index);
    index_free(&s->index);
    memory_free(s);
}

enum states_found states_add(struct states *s, const struct machine_mark *since)
{
    note_changes(s, since);
    describe_present(s);
    return add_present(s);
}

bool states_same_memory(const struct states *s, uint32_t thread)
{
    bool same = !s->shared_changed;
    for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
        same = same && (k == thread || !s->private_changed[k]);
    return same;
}
