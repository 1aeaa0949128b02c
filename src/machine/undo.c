#include "machine/memory.h"
#include "machine/observer.h"
#include "machine/path.h"

#include <assert.h>

void undo_log_cell(struct machine *m, struct cell *cell)
{
    // Registers belong to the running thread, except those of a thread that is being created, which are
    // fresh.
    struct thread *t = m->current;
    uint32_t index = (uint32_t)(cell - t->registers.data);
    vector_push(&m->undo.cells, (struct undo_cell){cell->bits, cell->t, index, t->number});
    cell->epoch = m->epoch;
}

void undo_log_line(struct machine *m, struct object *o, uint32_t line)
{
    struct line *l = &o->lines[line];
    struct undo_line entry = {(uint32_t)(o - m->memory.objects.data), line, *l, {0}};
    memcpy(entry.data, o->data + (size_t)line * LINE_BYTES, LINE_BYTES);
    vector_push(&m->undo.lines, entry);
    l->epoch = m->epoch;
    if (l->overlay)
        l->overlay = memory_copy_overlay(m, l->overlay); // the log keeps the old one
}

void undo_log_frame(struct machine *m, struct thread *t, uint32_t index)
{
    struct frame *f = &t->frames.data[index];
    vector_push(&m->undo.frames, (struct undo_frame){t->number, index, *f});
    f->epoch = m->epoch;
}

void undo_log_thread(struct machine *m, struct thread *t)
{
    static_assert(DELTA_FITS(struct thread_state), "");
    deltas_push(&m->undo.threads, t->number, &t->logged, &t->state, sizeof t->state);
    t->epoch = m->epoch;
}

void undo_log_object(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    if (o->epoch == m->epoch)
        return;
    vector_push(&m->undo.objects,
                (struct undo_object){object, o->freed_code, o->epoch, o->scopes, o->reach, o->state});
    o->epoch = m->epoch;
}

// Epochs are 32 bits; before they wrap, everything that carries one is set to 0, "logged long ago".
static void renew_epochs(struct machine *m)
{
    for (uint32_t i = 0; i < m->thread_limit; i++) {
        struct thread *t = m->threads[i];
        if (!t)
            continue;
        t->epoch = 0;
        for (uint32_t k = 0; k < t->registers.size; k++)
            t->registers.data[k].epoch = 0;
        for (uint32_t k = 0; k < t->frames.size; k++)
            t->frames.data[k].epoch = 0;
    }
    for (uint32_t i = 1; i < m->memory.objects.size; i++) {
        struct object *o = object_get(m, i);
        o->birth = o->epoch = 0;
        for (uint64_t k = 0; o->lines && k < memory_line_count(o); k++)
            o->lines[k].epoch = 0;
    }
    for (uint32_t i = 0; i < m->undo.lines.size; i++)
        m->undo.lines.data[i].old.epoch = 0;
    for (uint32_t i = 0; i < m->undo.objects.size; i++)
        m->undo.objects.data[i].epoch = 0;
    for (uint32_t i = 0; i < m->undo.frames.size; i++)
        m->undo.frames.data[i].old.epoch = 0;
    m->epoch = 0;
}

#ifndef HEDDLE_EPOCH_LIMIT
#define HEDDLE_EPOCH_LIMIT 0xfffffff0u // test builds make it small
#endif

void undo_begin_epoch(struct machine *m)
{
    if (m->epoch >= HEDDLE_EPOCH_LIMIT)
        renew_epochs(m);
    m->epoch++;
    m->undo.epoch_threads = m->undo.threads.size;
}

struct machine_mark machine_mark(struct machine *m)
{
    static_assert(DELTA_FITS(struct machine_state), "");
    deltas_push(&m->undo.states, 0, &m->logged, &m->state, sizeof m->state);
    undo_begin_epoch(m);
    struct machine_mark mark = {.cells = m->undo.cells.size,
                                .lines = m->undo.lines.size,
                                .frames = m->undo.frames.size,
                                .threads = m->undo.threads.size,
                                .changed_objects = m->undo.objects.size,
                                .states = m->undo.states.size,
                                .objects = m->memory.objects.size,
                                .accesses = m->accesses.size,
                                .edges = m->edges.size,
                                .decisions = m->decisions.size,
                                .path = path_length(m),
                                .models = m->path.models.size,
                                .guesses = m->path.guesses.size};
    uint32_t *observed = mark.observed;
#define MARK(observer) observed = observer##_mark(m, observed);
    OBSERVERS_MARK(MARK)
#undef MARK
    assert(observed == mark.observed + MACHINE_OBSERVED);
    return mark;
}

// The epochs of cells and threads stay: they are past, since an undo begins a new one.
static void undo_cells(struct machine *m, uint32_t size)
{
    while (m->undo.cells.size > size) {
        const struct undo_cell *u = &vector_pop(&m->undo.cells);
        struct cell *cell = &m->threads[u->thread]->registers.data[u->index];
        cell->bits = u->bits;
        cell->t = u->t;
    }
}

static void undo_lines(struct machine *m, uint32_t size)
{
    while (m->undo.lines.size > size) {
        const struct undo_line *u = &vector_pop(&m->undo.lines);
        struct object *o = object_get(m, u->object);
        struct line *l = &o->lines[u->line];
        if (l->overlay)
            memory_release_overlay(m, l->overlay);
        *l = u->old;
        memcpy(o->data + (size_t)u->line * LINE_BYTES, u->data, LINE_BYTES);
    }
}

static void undo_threads_and_frames(struct machine *m, uint32_t frames, uint32_t threads)
{
    while (m->undo.frames.size > frames) {
        const struct undo_frame *u = &vector_pop(&m->undo.frames);
        m->threads[u->thread]->frames.data[u->index] = u->old;
    }
    while (m->undo.threads.size > threads) {
        struct thread *t = m->threads[deltas_owner(&m->undo.threads, m->undo.threads.size)];
        t->state = t->logged;
        m->undo.threads.size = deltas_below(&m->undo.threads, m->undo.threads.size, &t->logged);
    }
}

struct thread_state undo_thread_then(const struct machine *m, const struct thread *t, uint32_t size)
{
    struct thread_state then = t->state, below = t->logged;
    for (uint32_t k = m->undo.threads.size, begin; k > size; k = begin) {
        begin = deltas_begin(&m->undo.threads, k);
        if (deltas_owner(&m->undo.threads, k) != t->number)
            continue;
        then = below;
        deltas_below(&m->undo.threads, k, &below);
    }
    return then;
}

void undo_drop_mark(struct machine *m)
{
    m->undo.states.size = deltas_below(&m->undo.states, m->undo.states.size, &m->logged);
}

static void undo_objects(struct machine *m, uint32_t changes, uint32_t count)
{
    while (m->undo.objects.size > changes) {
        const struct undo_object *u = &vector_pop(&m->undo.objects);
        struct object *o = object_get(m, u->object);
        o->state = u->state;
        o->reach = u->reach;
        o->freed_code = u->freed_code;
        o->epoch = u->epoch;
        o->scopes = u->scopes;
    }
    while (m->memory.objects.size > count) {
        memory_forget(m, m->memory.objects.size - 1);
        m->memory.objects.size--;
    }
}

void machine_undo(struct machine *m, const struct machine_mark *mark)
{
    const uint32_t *observed = mark->observed;
    undo_cells(m, mark->cells);
    undo_lines(m, mark->lines);
    undo_threads_and_frames(m, mark->frames, mark->threads);
    undo_objects(m, mark->changed_objects, mark->objects);
    while (m->undo.states.size > mark->states)
        undo_drop_mark(m);
    m->state = m->logged;
    m->memory.released.size = m->state.released;
    m->accesses.size = mark->accesses;
    m->edges.size = mark->edges;
    m->decisions.size = mark->decisions;
    path_shrink(m, mark->path);
    m->path.guesses.size = mark->guesses;
    while (m->path.models.size > mark->models)
        memory_free(vector_pop(&m->path.models).values);
#define UNDO(observer) observed = observer##_undo(m, observed);
    OBSERVERS_MARK(UNDO)
#undef UNDO
    undo_begin_epoch(m);
}
