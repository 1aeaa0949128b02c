#include "machine/note.h"

#include "machine/await.h"
#include "machine/memory.h"
#include "machine/regions.h"
#include "machine/step.h"

struct notes {
    VECTOR(struct machine_note) notes; // of all steps on the present path
    uint32_t floor;                    // how many there were at the last mark
};

// ---- observing

void note_attach(struct machine *m)
{
    m->notes = memory_zalloc(1, sizeof *m->notes);
}

void note_detach(struct machine *m)
{
    vector_free(&m->notes->notes);
    memory_free(m->notes);
}

void note_restart(struct machine *m)
{
    m->notes->notes.size = m->notes->floor = 0;
}

uint32_t *note_mark(struct machine *m, uint32_t *sizes)
{
    m->notes->floor = m->notes->notes.size;
    *sizes++ = m->notes->floor;
    return sizes;
}

const uint32_t *note_undo(struct machine *m, const uint32_t *sizes)
{
    m->notes->notes.size = m->notes->floor = *sizes++;
    return sizes;
}

uint32_t note_count(const struct machine *m)
{
    return m->notes->notes.size;
}

void note_shrink(struct machine *m, uint32_t count)
{
    m->notes->notes.size = count;
}

const struct machine_note *machine_notes(const struct machine *m, uint32_t *begin, uint32_t *end)
{
    *begin = m->state.note_begin;
    *end = m->notes->notes.size;
    return m->notes->notes.data;
}

// ---- noting

static struct machine_note *push_note(struct machine *m, enum note_kind kind)
{
    vector_push(&m->notes->notes,
                (struct machine_note){.kind = (uint8_t)kind,
                                      .thread = m->current->number,
                                      .code = memory_program_code(m, m->current->state.code)});
    return &vector_last(&m->notes->notes);
}

// While there is only one thread, its creating others orders all it does before them.
static bool alone(const struct machine *m)
{
    return m->state.unjoined == 0;
}

// The newest note, if it may be taken back: there is only one thread, and it is of the present step. Else
// NULL.
static const struct machine_note *newest_alone(const struct machine *m)
{
    uint32_t floor = m->state.note_begin > m->notes->floor ? m->state.note_begin : m->notes->floor;
    return alone(m) && m->notes->notes.size > floor ? &vector_last(&m->notes->notes) : NULL;
}

static void push_accesses(struct machine *m, enum note_kind kind, const struct operation *op)
{
    for (uint32_t k = 0; k < op->access_count; k++) {
        const struct access *a = &op->access[k];
        // The access fails somewhere in the range (address.c), or may be none: no race can be reported. Who
        // wakes up only looks whether a condition variable is there, which its destruction makes superfluous
        // (native_cond.c). Who protects pages accesses nothing in them.
        if (a->partial || (op->kind == OPERATION_COND_WAKE && !a->write) ||
            (op->kind == OPERATION_PROTECT && a->atomic))
            continue;
        struct machine_note *note = push_note(m, kind);
        note->operation = (uint8_t)op->kind;
        note->address = a->address;
        note->size = a->size;
        note->write = a->write;
        note->atomic = a->atomic;
        note->order = a->order;
        note->other = memory_user_code(m);
    }
}

void note_executed(struct machine *m, const struct operation *op)
{
    uint32_t first = m->notes->notes.size;
    if (!note_wanted(m))
        return;
    push_accesses(m, NOTE_ACCESS, op);
    if (m->hooks.noted)
        m->hooks.noted(m->hooks.context, m->current->number, first);
}

void note_await(struct machine *m, const struct operation *op)
{
    if (note_wanted(m))
        push_accesses(m, NOTE_AWAIT, op);
}

void note_failed(struct machine *m, unsigned order)
{
    if (!note_wanted(m))
        return;
    struct machine_note *note = &vector_last(&m->notes->notes);
    note->write = false;
    note->order = (uint8_t)order;
}

void note_fence(struct machine *m, unsigned order)
{
    if (note_wanted(m) && !alone(m))
        push_note(m, NOTE_FENCE)->order = (uint8_t)order;
}

void note_thread(struct machine *m, enum note_kind kind, uint32_t other)
{
    if (note_wanted(m))
        push_note(m, kind)->other = other;
}

void note_share(struct machine *m, const struct object *o)
{
    if (!note_wanted(m) || alone(m) || o->kind == OBJECT_SHADOW || !o->size)
        return;
    bool noted = m->notes->notes.size > m->state.note_begin;
    const struct machine_note *last = noted ? &vector_last(&m->notes->notes) : NULL;
    bool within = noted && last->code == m->current->state.code &&
                  (last->kind == NOTE_ACCESS || (last->kind == NOTE_SHARE && last->within));
    uint64_t origin = memory_origin(o);
    struct machine_note *note = push_note(m, NOTE_SHARE);
    note->other = o->owner;
    note->address = o->base;
    note->size = o->size;
    note->within = within;
    note->origin_low = (uint32_t)origin;
    note->origin_high = (uint16_t)(origin >> 32);
}

void note_section(struct machine *m, enum note_kind kind)
{
    const struct machine_note *last = note_wanted(m) ? newest_alone(m) : NULL;
    if (last && kind == NOTE_SECTION_END && last->kind == NOTE_SECTION_BEGIN)
        m->notes->notes.size--;
    else if (note_wanted(m))
        push_note(m, kind)->first = alone(m);
}

// A lock that is taken and released while there is only one thread leaves no trace.
static bool cancels(const struct machine *m, enum note_kind kind, uint64_t address)
{
    const struct machine_note *last = newest_alone(m);
    return last && kind != NOTE_ACQUIRE && last->kind == NOTE_ACQUIRE && last->lock &&
           last->address == address;
}

void note_lock(struct machine *m, enum note_kind kind, uint64_t address, unsigned offset,
               enum operation_kind lock)
{
    region_lock(m, kind == NOTE_ACQUIRE);
    if (!note_wanted(m))
        return;
    if (cancels(m, kind, address)) {
        m->notes->notes.size--;
        return;
    }
    struct machine_note *note = push_note(m, kind);
    note->address = address;
    note->size = offset;
    note->lock = true;
    note->operation = (uint8_t)lock;
}

void note_key(struct machine *m, enum note_kind kind, uint64_t address, unsigned offset)
{
    if (!note_wanted(m) || alone(m))
        return;
    struct machine_note *note = push_note(m, kind);
    note->address = address;
    note->size = offset;
}

void note_pass(struct machine *m, uint64_t address, unsigned from, unsigned to)
{
    if (!note_wanted(m) || alone(m))
        return;
    struct machine_note *note = push_note(m, NOTE_PASS);
    note->address = address;
    note->size = from;
    note->other = to;
}

bool note_unseen(struct machine *m, const struct object *o, const char *what)
{
    if (!note_wanted(m) || alone(m) || o->reach != REACH_SHARED)
        return true;
    step_unmodelled(m, "data races of %s shared memory", what);
    return false;
}

struct learnt_fact machine_note_fact(const struct machine_note *note)
{
    if (note->kind == NOTE_AWAIT)
        return (struct learnt_fact){.kind = LEARNT_AWAIT_ROUND, .what = note->code};
    uint64_t origin = (uint64_t)note->origin_high << 32 | note->origin_low;
    return (struct learnt_fact){.kind = LEARNT_SHARED_ORIGIN, .what = origin};
}
