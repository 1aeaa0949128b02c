#include "machine/moment.h"

#include "machine/clock.h"
#include "machine/faint.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/readable.h"
#include "machine/rename.h"

enum {
    LINE_LIMIT = 256,   // lines of a thread's own memory that are compared
    BLOCK_LIMIT = 4096, // objects that are looked through
};

struct moment moment_now(struct machine *m)
{
    undo_begin_epoch(m); // from here on, the first change of anything is logged
    return (struct moment){.cells = m->undo.cells.size,
                           .lines = m->undo.lines.size,
                           .frames = m->undo.frames.size,
                           .threads = m->undo.threads.size,
                           .changed_objects = m->undo.objects.size,
                           .objects = m->memory.objects.size,
                           .journal = m->journal->words.size};
}

static bool same_renamed_words(const struct renaming *r, const uint64_t *then, const uint64_t *now,
                               unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        if (rename_bits(r, then[k]) != now[k])
            return false;
    return true;
}

static bool same_thread_state(const struct machine *m, const struct thread *t, const struct moment *moment,
                              const struct renaming *r)
{
    const struct thread_state *now = &t->state, logged = undo_thread_then(m, t, moment->threads),
                              *then = &logged;
    return rename_object(r, then->stack_top) == now->stack_top && then->children == now->children &&
           then->phase == now->phase && then->life == now->life && then->life_index == now->life_index &&
           then->interrupt_depth == now->interrupt_depth && then->may_wait == now->may_wait &&
           then->last == now->last && then->atomic_depth == now->atomic_depth &&
           then->failed_at == now->failed_at && then->end_status == now->end_status &&
           same_renamed_words(r, then->scratch, now->scratch, sizeof now->scratch / sizeof *now->scratch) &&
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

static bool same_renamed_frame(const struct renaming *r, const struct frame *a, const struct frame *b)
{
    enum { SCRATCH = sizeof a->native_scratch / sizeof *a->native_scratch };
    return a->function == b->function && a->base == b->base && a->return_code == b->return_code &&
           a->result == b->result && rename_object(r, a->stack_top) == b->stack_top &&
           rename_object(r, a->variadic) == b->variadic && a->to_native == b->to_native &&
           a->atomic == b->atomic &&
           (!a->to_native || (a->native_phase == b->native_phase &&
                              same_renamed_words(r, a->native_scratch, b->native_scratch, SCRATCH)));
}

static bool same_thread_frames(struct machine *m, const struct thread *t, const struct moment *moment,
                               const struct renaming *r)
{
    m->moments.serial++;
    for (uint32_t k = moment->frames; k < m->undo.frames.size; k++) {
        const struct undo_frame *u = &m->undo.frames.data[k];
        if (u->thread == t->number && u->index < t->state.depth && first_time(m, u->index) &&
            !same_renamed_frame(r, &u->old, &t->frames.data[u->index]))
            return false;
    }
    return true;
}

static bool same_registers(struct machine *m, const struct thread *t, const struct moment *moment,
                           const struct renaming *r)
{
    m->moments.serial++;
    for (uint32_t k = moment->cells; k < m->undo.cells.size; k++) {
        const struct undo_cell *u = &m->undo.cells.data[k];
        if (u->thread != t->number || !first_time(m, u->index))
            continue;
        const struct cell *now = &t->registers.data[u->index];
        bool same = u->t == now->t && (u->t || rename_bits(r, u->bits) == now->bits);
        if (!same && readable_register(m, t, u->index))
            return false;
    }
    return true;
}

// A line of an object, as it was at the moment or is now.
struct line_content {
    const struct line *line;
    const uint8_t *data;
};

static struct line_content line_now(const struct object *o, uint32_t line)
{
    return (struct line_content){&o->lines[line], o->data + (size_t)line * LINE_BYTES};
}

static const struct overlay *overlay_of(const struct machine *m, const struct line *l)
{
    static const struct overlay none;
    return l->overlay ? &m->memory.overlays.data[l->overlay] : &none;
}

// Whether two contents are the same, but for some bytes.
static bool same_bytes(const struct machine *m, struct line_content then, struct line_content now,
                       uint64_t but)
{
    const struct overlay *a = overlay_of(m, then.line), *b = overlay_of(m, now.line);
    bool same = !((then.line->uninitialised ^ now.line->uninitialised) & ~but);
    for (unsigned k = 0; k < LINE_BYTES && same; k++)
        same =
            but >> k & 1 || (then.data[k] == now.data[k] && a->t[k] == b->t[k] && a->index[k] == b->index[k]);
    return same;
}

// The words of a line that are addresses of then and have become those of what stands for it now, by byte.
static uint64_t renamed_words(const struct machine *m, const struct renaming *r, struct line_content then,
                              struct line_content now)
{
    unsigned size = m->program->pointer_bits / 8;
    const struct overlay *a = overlay_of(m, then.line), *b = overlay_of(m, now.line);
    uint64_t renamed = 0;
    for (unsigned at = 0; r->count && at < LINE_BYTES; at += size) {
        uint64_t bits = 0, bits_now = 0;
        uint32_t symbolic = 0;
        memcpy(&bits, then.data + at, size);
        memcpy(&bits_now, now.data + at, size);
        for (unsigned k = at; k < at + size; k++)
            symbolic |= a->t[k] | b->t[k] | a->index[k] | b->index[k];
        uint64_t word = (((uint64_t)1 << size) - 1) << at;
        bool written = !((then.line->uninitialised | now.line->uninitialised) & word);
        if (!symbolic && written && bits != bits_now && rename_bits(r, bits) == bits_now)
            renamed |= word;
    }
    return renamed;
}

static bool same_memory_line(const struct machine *m, const struct object *o, uint32_t line,
                             struct line_content then, struct line_content now, const struct renaming *r)
{
    uint64_t but = faint_bytes(m, o, line) | renamed_words(m, r, then, now);
    if (but)
        return same_bytes(m, then, now, but);
    if (then.line->uninitialised != now.line->uninitialised || memcmp(then.data, now.data, LINE_BYTES) != 0)
        return false;
    const struct overlay *a = overlay_of(m, then.line), *b = overlay_of(m, now.line);
    return a == b || !memcmp(a, b, sizeof *a);
}

// Whether a line is as it was before an entry of the log.
static bool same_as_logged(const struct machine *m, const struct undo_line *u, const struct renaming *r)
{
    const struct object *o = &m->memory.objects.data[u->object];
    return same_memory_line(m, o, u->line, (struct line_content){&u->old, u->data}, line_now(o, u->line), r);
}

static bool is_time_object(const struct machine *m, const struct object *o)
{
    return clock_is(m, o->base) || clock_is_wake(m, o);
}

// Whether the thread alone can reach the object, or changes it for now; several may, each in its own part.
static bool is_own_object(const struct thread *t, const struct object *o)
{
    return o->reach == t->number || o->unseen == t->number + 1 || o->unseen == UNSEEN_BY_SEVERAL;
}

// Of memory that existed then and does still: what is newer is gone again, or stands for something.
static bool same_private_memory(const struct machine *m, const struct thread *t, const struct moment *moment,
                                const struct renaming *r)
{
    uint32_t met = 0;
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        if (u->object >= moment->objects || !is_own_object(t, o) || !memory_has_content(o) ||
            is_time_object(m, o))
            continue;
        if (++met > LINE_LIMIT)
            return false;
        bool first = true;
        for (uint32_t j = moment->lines; j < k && first; j++)
            first = m->undo.lines.data[j].object != u->object || m->undo.lines.data[j].line != u->line;
        if (first && !same_as_logged(m, u, r))
            return false;
    }
    return true;
}

// A line of an object that is gone, as it was at the moment.
static struct line_content line_then(const struct machine *m, const struct moment *moment, uint32_t object,
                                     uint32_t line)
{
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        if (u->object == object && u->line == line)
            return (struct line_content){&u->old, u->data};
    }
    return line_now(&m->memory.objects.data[object], line);
}

// What the objects that are gone held is in those that stand for them.
static bool same_renamed(const struct machine *m, const struct moment *moment, const struct renaming *r)
{
    uint64_t met = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        const struct object *now = &m->memory.objects.data[r->object[k].now];
        uint32_t count = (uint32_t)memory_line_count(now);
        met += count;
        if (met > LINE_LIMIT)
            return false;
        for (uint32_t line = 0; line < count; line++)
            if (!same_memory_line(m, now, line, line_then(m, moment, r->object[k].then, line),
                                  line_now(now, line), r))
                return false;
    }
    return true;
}

bool moment_same_thread(struct machine *m, const struct thread *t, const struct moment *moment)
{
    static const struct renaming none;
    return same_thread_state(m, t, moment, &none) && same_thread_frames(m, t, moment, &none) &&
           same_registers(m, t, moment, &none);
}

bool moment_came_back(struct machine *m, const struct thread *t, const struct moment *moment)
{
    struct renaming r;
    return rename_find(m, t, moment, &r) && same_thread_state(m, t, moment, &r) &&
           same_thread_frames(m, t, moment, &r) && same_registers(m, t, moment, &r) &&
           same_private_memory(m, t, moment, &r) && same_renamed(m, moment, &r) &&
           !rename_leaves_pointers(m, t, &r);
}

// Another thread's may be looked at, too: that others can reach what this one makes is an effect.
enum moment_blocks moment_blocks(const struct machine *m, const struct thread *t, const struct moment *moment)
{
    const struct object *objects = m->memory.objects.data;
    enum moment_blocks found = MOMENT_BLOCKS_NONE;
    if (m->memory.objects.size - moment->objects > BLOCK_LIMIT ||
        m->undo.objects.size - moment->changed_objects > BLOCK_LIMIT)
        return MOMENT_BLOCKS_LEFT;
    for (uint32_t k = moment->objects; k < m->memory.objects.size; k++) {
        if (objects[k].kind != OBJECT_HEAP || objects[k].owner != t->number)
            continue;
        if (objects[k].state != OBJECT_FREED || objects[k].mapped || objects[k].reach != t->number)
            return MOMENT_BLOCKS_LEFT;
        found = MOMENT_BLOCKS_GONE;
    }
    for (uint32_t k = moment->changed_objects; k < m->undo.objects.size; k++) {
        const struct undo_object *u = &m->undo.objects.data[k];
        const struct object *o = &objects[u->object];
        if (u->object < moment->objects && o->kind == OBJECT_HEAP && o->reach == t->number &&
            o->state != u->state)
            return MOMENT_BLOCKS_LEFT;
    }
    return found;
}

bool moment_same_memory(const struct machine *m, const struct moment *moment)
{
    static const struct renaming none;
    for (uint32_t k = moment->objects; k < m->memory.objects.size; k++)
        if (memory_has_content(&m->memory.objects.data[k]))
            return false;
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        if (u->object < moment->objects && memory_has_content(o) && !is_time_object(m, o) &&
            !same_as_logged(m, u, &none))
            return false;
    }
    return true;
}

// ---- the journal

void moment_journal(struct machine *m, const struct thread *t, const struct moment *moment, bool own)
{
    struct renaming r;
    journal_history(m, moment->journal);
    if (own && rename_find(m, t, moment, &r))
        rename_journal(m, t, &r);
    for (uint32_t k = moment->cells; k < m->undo.cells.size; k++) {
        const struct undo_cell *u = &m->undo.cells.data[k];
        if (u->thread == t->number && readable_register(m, t, u->index))
            journal_register(m, t->number, u->index);
    }
    for (uint32_t k = moment->lines; k < m->undo.lines.size; k++) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        uint64_t first = (uint64_t)u->line * LINE_BYTES;
        if (u->object < moment->objects && (!own || is_own_object(t, o)) && memory_has_content(o))
            journal_memory(m, JOURNAL_READ, o->base + first,
                           o->size - first < LINE_BYTES ? o->size - first : LINE_BYTES);
    }
}
