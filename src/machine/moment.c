#include "machine/moment.h"

#include "machine/clock.h"
#include "machine/faint.h"
#include "machine/journal.h"
#include "machine/readable.h"

enum {
    LINE_LIMIT = 256, // lines of a thread's own memory that are compared
};

struct moment moment_now(struct machine *m)
{
    undo_begin_epoch(m); // from here on, the first change of anything is logged
    return (struct moment){.cells = m->undo.cells.size,
                           .lines = m->undo.lines.size,
                           .frames = m->undo.frames.size,
                           .threads = m->undo.threads.size,
                           .objects = m->memory.objects.size,
                           .journal = m->journal->words.size};
}

static bool same_core(const struct machine *m, const struct thread *t, const struct moment *moment)
{
    const struct thread_core *now = &t->core, *then = now;
    for (uint32_t k = m->undo.threads.size; k-- > moment->threads;)
        if (m->undo.threads.data[k].thread == t->number)
            then = &m->undo.threads.data[k].old;
    return then->stack_top == now->stack_top && then->children == now->children &&
           then->phase == now->phase && then->life == now->life && then->life_index == now->life_index &&
           then->atomic_depth == now->atomic_depth && then->failed_at == now->failed_at &&
           then->end_status == now->end_status && !memcmp(then->scratch, now->scratch, sizeof now->scratch) &&
           then->result.bits == now->result.bits && then->result.t == now->result.t;
}

// The logs hold old values, the oldest first: for each place only the first entry is from the moment.
// `m->moments.seen` tells whether a place has been met in this comparison.
static bool first_time(struct machine *m, uint32_t place)
{
    while (m->moments.seen.size <= place)
        vector_push(&m->moments.seen, 0);
    bool first = m->moments.seen.data[place] != m->moments.serial;
    m->moments.seen.data[place] = m->moments.serial;
    return first;
}

static bool same_frame(const struct frame *a, const struct frame *b)
{
    return a->function == b->function && a->base == b->base && a->return_code == b->return_code &&
           a->result == b->result && a->stack_top == b->stack_top && a->variadic == b->variadic &&
           a->to_native == b->to_native && a->atomic == b->atomic &&
           (!a->to_native || (a->native_phase == b->native_phase &&
                              !memcmp(a->native_scratch, b->native_scratch, sizeof a->native_scratch)));
}

static bool same_frames(struct machine *m, const struct thread *t, const struct moment *moment)
{
    m->moments.serial++;
    for (uint32_t k = moment->frames; k < m->undo.frames.size; k++) {
        const struct undo_frame *u = &m->undo.frames.data[k];
        if (u->thread == t->number && u->index < t->core.depth && first_time(m, u->index) &&
            !same_frame(&u->old, &t->frames.data[u->index]))
            return false;
    }
    return true;
}

static bool same_registers(struct machine *m, const struct thread *t, const struct moment *moment)
{
    m->moments.serial++;
    for (uint32_t k = moment->cells; k < m->undo.cells.size; k++) {
        const struct undo_cell *u = &m->undo.cells.data[k];
        if (u->thread != t->number || !first_time(m, u->index))
            continue;
        const struct cell *now = &t->registers.data[u->index];
        bool same = u->t == now->t && (u->t || u->bits == now->bits);
        if (!same && readable_register(m, t, u->index))
            return false;
    }
    return true;
}

// Whether a line was then as it is now, but for some bytes.
static bool same_rest_of_line(const struct machine *m, const struct undo_line *then, uint64_t but)
{
    const struct object *o = &m->memory.objects.data[then->object];
    const struct line *now = &o->lines[then->line];
    const uint8_t *data = o->data + (size_t)then->line * LINE_BYTES;
    static const struct overlay none;
    const struct overlay *a = then->old.overlay ? &m->memory.overlays.data[then->old.overlay] : &none;
    const struct overlay *b = now->overlay ? &m->memory.overlays.data[now->overlay] : &none;
    bool same = !((then->old.uninitialised ^ now->uninitialised) & ~but);
    for (unsigned k = 0; k < LINE_BYTES && same; k++)
        same = but >> k & 1 || (then->data[k] == data[k] && a->t[k] == b->t[k] && a->index[k] == b->index[k]);
    return same;
}

static bool same_line(const struct machine *m, const struct undo_line *then)
{
    const struct object *o = &m->memory.objects.data[then->object];
    const struct line *now = &o->lines[then->line];
    uint64_t faint = faint_bytes(m, o, then->line);
    if (faint)
        return same_rest_of_line(m, then, faint);
    if (then->old.uninitialised != now->uninitialised ||
        memcmp(then->data, o->data + (size_t)then->line * LINE_BYTES, LINE_BYTES) != 0)
        return false;
    static const struct overlay none;
    const struct overlay *a = then->old.overlay ? &m->memory.overlays.data[then->old.overlay] : &none;
    const struct overlay *b = now->overlay ? &m->memory.overlays.data[now->overlay] : &none;
    return a == b || !memcmp(a, b, sizeof *a);
}

static bool is_time(const struct machine *m, const struct object *o)
{
    return clock_is(m, o->base) || clock_is_wake(m, o);
}

// Whether the thread alone can reach the object, or changes it for now; several may, each in its own part.
static bool is_own(const struct thread *t, const struct object *o)
{
    return o->reach == t->number || o->unseen == t->number + 1 || o->unseen == UNSEEN_BY_SEVERAL;
}

// Of memory that existed then: what is newer is gone again (same_core).
bool moment_same_private_memory(const struct machine *m, const struct thread *t, const struct moment *moment)
{
    uint32_t met = 0;
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        if (u->object >= moment->objects || !is_own(t, o) || o->state != OBJECT_LIVE || is_time(m, o))
            continue;
        if (++met > LINE_LIMIT)
            return false;
        bool first = true;
        for (uint32_t j = moment->lines; j < k && first; j++)
            first = m->undo.lines.data[j].object != u->object || m->undo.lines.data[j].line != u->line;
        if (first && !same_line(m, u))
            return false;
    }
    return true;
}

bool moment_same_thread(struct machine *m, const struct thread *t, const struct moment *moment)
{
    return same_core(m, t, moment) && same_frames(m, t, moment) && same_registers(m, t, moment);
}

bool moment_same_memory(const struct machine *m, const struct moment *moment)
{
    for (uint32_t k = moment->objects; k < m->memory.objects.size; k++)
        if (m->memory.objects.data[k].state == OBJECT_LIVE)
            return false;
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        if (u->object < moment->objects && o->state == OBJECT_LIVE && !is_time(m, o) && !same_line(m, u))
            return false;
    }
    return true;
}

// ---- the journal

void moment_journal(struct machine *m, const struct thread *t, const struct moment *moment, bool own)
{
    journal_history(m, moment->journal);
    for (uint32_t k = moment->cells; k < m->undo.cells.size; k++) {
        const struct undo_cell *u = &m->undo.cells.data[k];
        if (u->thread == t->number && readable_register(m, t, u->index))
            journal_register(m, t->number, u->index);
    }
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        uint64_t first = (uint64_t)u->line * LINE_BYTES;
        if (u->object < moment->objects && (!own || is_own(t, o)) && o->state == OBJECT_LIVE)
            journal_memory(m, JOURNAL_READ, o->base + first,
                           o->size - first < LINE_BYTES ? o->size - first : LINE_BYTES);
    }
}
