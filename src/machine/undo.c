#include "machine/memory.h"
#include "machine/overwrite.h"
#include "machine/path.h"
#include "machine/state.h"

void undo_log_cell(struct machine *m, struct cell *cell)
{
    // Registers belong to the running thread, except those of a thread that is being created, which are
    // fresh.
    struct thread *t = m->current;
    uint32_t index = (uint32_t)(cell - t->registers.data);
    vector_push(&m->undo_cells, (struct undo_cell){cell->bits, cell->t, cell->epoch, index, t->number});
    cell->epoch = m->epoch;
}

void undo_log_line(struct machine *m, struct object *o, uint32_t line)
{
    struct line *l = &o->lines[line];
    struct undo_line entry = {(uint32_t)(o - m->objects.data), line, *l, {0}};
    memcpy(entry.data, o->data + (size_t)line * LINE_BYTES, LINE_BYTES);
    vector_push(&m->undo_lines, entry);
    l->epoch = m->epoch;
    if (l->overlay)
        l->overlay = memory_copy_overlay(m, l->overlay); // the log keeps the old one
}

void undo_log_frame(struct machine *m, struct thread *t, uint32_t index)
{
    struct frame *f = &t->frames.data[index];
    vector_push(&m->undo_frames, (struct undo_frame){t->number, index, *f});
    f->epoch = m->epoch;
}

void undo_log_thread(struct machine *m, struct thread *t)
{
    vector_push(&m->undo_threads, (struct undo_thread){t->number, t->epoch, t->core});
    t->epoch = m->epoch;
}

void undo_log_object(struct machine *m, uint32_t object)
{
    struct object *o = object_get(m, object);
    if (o->epoch == m->epoch)
        return;
    vector_push(&m->undo_objects,
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
    for (uint32_t i = 1; i < m->objects.size; i++) {
        struct object *o = object_get(m, i);
        o->birth = o->epoch = 0;
        for (uint64_t k = 0; o->lines && k < memory_line_count(o); k++)
            o->lines[k].epoch = 0;
    }
    for (uint32_t i = 0; i < m->undo_cells.size; i++)
        m->undo_cells.data[i].epoch = 0;
    for (uint32_t i = 0; i < m->undo_lines.size; i++)
        m->undo_lines.data[i].old.epoch = 0;
    for (uint32_t i = 0; i < m->undo_objects.size; i++)
        m->undo_objects.data[i].epoch = 0;
    for (uint32_t i = 0; i < m->undo_frames.size; i++)
        m->undo_frames.data[i].old.epoch = 0;
    for (uint32_t i = 0; i < m->undo_threads.size; i++)
        m->undo_threads.data[i].epoch = 0;
    m->epoch = 0;
    m->await_stuck_epoch = 0;
}

#ifndef HEDDLE_EPOCH_LIMIT
#define HEDDLE_EPOCH_LIMIT 0xfffffff0u // test builds make it small
#endif

void undo_begin_epoch(struct machine *m)
{
    if (m->epoch >= HEDDLE_EPOCH_LIMIT)
        renew_epochs(m);
    m->epoch++;
}

struct machine_mark machine_mark(struct machine *m)
{
    m->core.note_count = m->notes.size;
    vector_push(&m->undo_cores, m->core);
    undo_begin_epoch(m);
    return (struct machine_mark){{m->undo_cells.size, m->undo_lines.size, m->undo_frames.size,
                                  m->undo_threads.size, m->undo_objects.size, m->undo_cores.size,
                                  m->objects.size, m->accesses.size, m->edges.size, m->path_condition.size,
                                  m->models.size, m->decisions.size, m->await_stands.size,
                                  m->await_touches.size, m->await_glances.size, m->overwrites.size,
                                  m->orders.size, m->guesses.size, m->journal.size}};
}

static void undo_cells(struct machine *m, uint32_t size)
{
    while (m->undo_cells.size > size) {
        const struct undo_cell *u = &vector_pop(&m->undo_cells);
        m->threads[u->thread]->registers.data[u->index] = (struct cell){u->bits, u->t, u->epoch};
    }
}

static void undo_lines(struct machine *m, uint32_t size)
{
    while (m->undo_lines.size > size) {
        const struct undo_line *u = &vector_pop(&m->undo_lines);
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
    while (m->undo_frames.size > frames) {
        const struct undo_frame *u = &vector_pop(&m->undo_frames);
        m->threads[u->thread]->frames.data[u->index] = u->old;
    }
    while (m->undo_threads.size > threads) {
        const struct undo_thread *u = &vector_pop(&m->undo_threads);
        struct thread *t = m->threads[u->thread];
        t->core = u->old;
        t->epoch = u->epoch;
    }
}

static void undo_objects(struct machine *m, uint32_t changes, uint32_t count)
{
    while (m->undo_objects.size > changes) {
        const struct undo_object *u = &vector_pop(&m->undo_objects);
        struct object *o = object_get(m, u->object);
        o->state = u->state;
        o->reach = u->reach;
        o->freed_code = u->freed_code;
        o->epoch = u->epoch;
        o->scopes = u->scopes;
    }
    while (m->objects.size > count) {
        memory_forget(m, m->objects.size - 1);
        m->objects.size--;
    }
}

void machine_undo(struct machine *m, const struct machine_mark *mark)
{
    const uint32_t *size = mark->sizes;
    undo_cells(m, size[0]);
    undo_lines(m, size[1]);
    undo_threads_and_frames(m, size[2], size[3]);
    undo_objects(m, size[4], size[6]);
    m->undo_cores.size = size[5];
    m->core = vector_last(&m->undo_cores);
    m->notes.size = m->core.note_count;
    m->released.size = m->core.released;
    m->accesses.size = size[7];
    m->edges.size = size[8];
    path_shrink(m, size[9]);
    m->decisions.size = size[11];
    m->await_stands.size = size[12];
    m->await_touches.size = size[13];
    m->await_glances.size = size[14];
    overwrite_undo(m, size[15]);
    m->orders.size = size[16];
    m->guesses.size = size[17];
    m->journal.size = size[18];
    while (m->models.size > size[10])
        memory_free(vector_pop(&m->models).values);
    undo_begin_epoch(m);
}
