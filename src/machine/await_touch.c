#include "machine/await_touch.h"

#include "machine/clock.h"
#include "machine/content.h"
#include "machine/faint.h"
#include "machine/memory.h"
#include "machine/note.h"
#include "machine/overwrite.h"

enum {
    PIECE = 8,         // bytes of a touch
    TOUCH_BYTES = 128, // larger operations are not followed
    CHANGE_LIMIT = 64, // changes of memory within one round
};

// ---- what an operation does

static struct content touched_content(const struct machine *m, const struct await_touch *touch)
{
    if (touch->faint && memory_at((struct machine *)m, touch->address, touch->size))
        return (struct content){0, 0};
    return content_at(m, touch->address, touch->size);
}

// The last operation is over: what did it leave behind?
void await_finish(struct machine *m, struct thread *t)
{
    uint32_t open = t->state.await_open;
    if (!open)
        return;
    struct thread_state *state = thread_change(m, t);
    for (uint32_t k = open; k <= t->state.await_touch; k++) {
        struct await_touch *touch = &m->awaits->touches.data[k];
        touch->after = touched_content(m, touch);
        if (!touch->write)
            touch->before = touch->after; // uninitialised bytes have become inputs: that changes nothing
        state->history = digest_add(state->history, (uint64_t[]){touch->before.bits, touch->before.odd}, 2);
    }
    state->await_open = 0;
}

// Whether what is found and left in a range never decides anything. In a search for data races an atomic
// store does, whatever its value is: who reads it then does not happen after the store before it.
static bool is_faint(const struct machine *m, const struct operation *op, const struct access *a,
                     uint64_t address, uint64_t size)
{
    bool replaces = a->atomic && a->write && op->kind == OPERATION_WRITE;
    return !(replaces && note_wanted(m)) && faint_covers(m, address, size);
}

// What only the thread can reach, as the time that it waits for at most, belongs to its own state (moment.h):
// it may be a variable that is gone when the thread has come back.
static bool is_own_access(const struct machine *m, const struct thread *t, const struct access *a)
{
    const struct object *o = memory_find(m, a->address);
    return o && o->reach == t->number;
}

static void touch_memory(struct machine *m, struct thread *t, const struct operation *op,
                         const struct access *a)
{
    uint32_t end = m->accesses.size, first = end - op->access_count;
    for (uint64_t done = 0; done < a->size; done += PIECE) {
        uint32_t size = (uint32_t)(a->size - done < PIECE ? a->size - done : PIECE);
        struct await_touch piece = {.previous = t->state.await_touch,
                                    .first_access = first,
                                    .end_access = end,
                                    .size = size,
                                    .write = a->write,
                                    .faint = is_faint(m, op, a, a->address + done, size),
                                    .address = a->address + done};
        piece.before = piece.after = touched_content(m, &piece);
        vector_push(&m->awaits->touches, piece);
        t->state.await_touch = m->awaits->touches.size - 1;
    }
}

void await_executed(struct machine *m, const struct operation *op)
{
    struct thread *t = m->current;
    if (!m->awaits->places || m->awaits->ignored) {
        if (!operation_has(op->kind, OPERATION_FOLLOWED))
            await_effect(m);
        return;
    }
    struct thread_state *state = thread_change(m, t);
    await_finish(m, t);
    state->await_from = 0;
    uint64_t bytes = 0;
    for (uint32_t k = 0; k < op->access_count; k++) {
        const struct access *a = &op->access[k];
        bytes += is_faint(m, op, a, a->address, a->size) ? 0 : a->size;
    }
    if (!operation_has(op->kind, OPERATION_FOLLOWED) || bytes > TOUCH_BYTES) {
        await_effect(m);
        await_forget(m);
        return;
    }
    // Of updates that commute it is not known which came first, so that it must not matter what they found.
    bool commutes = op->access_count && op->access[0].commute && op->access[0].commute != COMMUTE_STORE &&
                    !clock_is(m, op->access[0].address);
    if (commutes && bytes) {
        uint32_t looks = state->looks;
        await_effect(m);
        state->looks = looks; // it is not known yet whether that matters
    }
    uint32_t before = m->awaits->touches.size;
    for (uint32_t k = 0; k < op->access_count; k++)
        if (!is_own_access(m, t, &op->access[k]))
            touch_memory(m, t, op, &op->access[k]);
    if (m->awaits->touches.size > before)
        state->await_open = before;
}

struct digest await_history(struct machine *m)
{
    await_finish(m, m->current);
    return m->current->state.history;
}

// ---- what was done since

bool await_look_at_stores(struct machine *m, const struct thread *t, const struct await_snapshot *snapshot)
{
    for (uint32_t k = t->state.await_touch; k > snapshot->touch; k = m->awaits->touches.data[k].previous) {
        const struct await_touch *touch = &m->awaits->touches.data[k];
        if (!touch->faint && m->accesses.data[touch->first_access].commute == COMMUTE_STORE &&
            !overwrite_read(m, touch->address, touch->size))
            return false;
    }
    return true;
}

bool await_looked_at_hidden(const struct machine *m, const struct thread *t,
                            const struct await_snapshot *snapshot)
{
    for (uint32_t k = t->state.await_touch; m->options.relevance && k > snapshot->touch;
         k = m->awaits->touches.data[k].previous) {
        const struct object *o = memory_find(m, m->awaits->touches.data[k].address);
        if (o && o->unseen)
            return true;
    }
    return false;
}

typedef VECTOR(uint32_t) touch_list;

// The touches of a thread after `from`, oldest first.
static void collect_touches(const struct machine *m, uint32_t last, uint32_t from, touch_list *list)
{
    for (uint32_t k = last; k > from; k = m->awaits->touches.data[k].previous)
        vector_push(list, k);
    for (uint32_t k = 0; k < list->size / 2; k++) {
        uint32_t other = list->data[list->size - 1 - k];
        list->data[list->size - 1 - k] = list->data[k];
        list->data[k] = other;
    }
}

static bool touches_overlap(const struct await_touch *a, const struct await_touch *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

// Whether another thread accessed the memory of a touch between two touches of the list.
static bool others_accessed(const struct machine *m, const touch_list *list, uint32_t from, uint32_t to)
{
    const struct await_touch *touches = m->awaits->touches.data, *place = &touches[list->data[from]];
    uint32_t own = from;
    for (uint32_t a = place->end_access; a < touches[list->data[to]].first_access; a++) {
        while (own < to && touches[list->data[own]].end_access <= a)
            own++;
        const struct access *access = &m->accesses.data[a];
        bool mine = touches[list->data[own]].first_access <= a;
        if (!mine && access->address < place->address + place->size &&
            place->address < access->address + access->size)
            return true;
    }
    return false;
}

// Memory that the thread has changed and not yet changed back, at a point of a list of touches.
struct changed_touch {
    uint32_t first; // the touch that began it
    struct content content;
};
struct changes {
    struct changed_touch change[CHANGE_LIMIT];
    uint32_t count;
};

static struct changed_touch *change_at(const struct machine *m, const touch_list *list,
                                       struct changes *changes, const struct await_touch *touch)
{
    for (uint32_t k = 0; k < changes->count; k++)
        if (touches_overlap(&m->awaits->touches.data[list->data[changes->change[k].first]], touch))
            return &changes->change[k];
    return NULL;
}

// Touch number k of the list meets memory that the thread itself has changed before. False: in a way that is
// not followed, or another thread has seen the change.
static bool follow_change(const struct machine *m, const touch_list *list, struct changes *changes,
                          struct changed_touch *change, uint32_t k)
{
    const struct await_touch *touch = &m->awaits->touches.data[list->data[k]];
    const struct await_touch *first = &m->awaits->touches.data[list->data[change->first]];
    if (touch->address != first->address || touch->size != first->size ||
        !content_equal(touch->before, change->content))
        return false;
    change->content = touch->after;
    if (!content_equal(touch->after, first->before))
        return true;
    bool seen = others_accessed(m, list, change->first, k);
    *change = changes->change[--changes->count];
    return !seen;
}

// Goes through the touches. With `now`, whether they would find the same content again, the memory being as
// it is now. Without, whether the thread has taken back all its changes, each before another thread accessed
// that memory.
static bool replay_touches(const struct machine *m, const touch_list *list, bool now)
{
    struct changes changes = {.count = 0};
    for (uint32_t k = 0; k < list->size; k++) {
        const struct await_touch *touch = &m->awaits->touches.data[list->data[k]];
        if (clock_is(m, touch->address))
            continue;
        struct changed_touch *change = change_at(m, list, &changes, touch);
        if (change) {
            if (!follow_change(m, list, &changes, change, k))
                return false;
            continue;
        }
        if (now && !content_equal(touched_content(m, touch), touch->before))
            return false;
        if (content_equal(touch->before, touch->after))
            continue;
        if (changes.count == CHANGE_LIMIT)
            return false;
        changes.change[changes.count++] = (struct changed_touch){k, touch->after};
    }
    return changes.count == 0;
}

bool await_hold(const struct machine *m, const struct thread *t, const struct await_snapshot *snapshot,
                bool now)
{
    touch_list list = {0};
    collect_touches(m, t->state.await_touch, snapshot->touch, &list);
    bool hold = replay_touches(m, &list, now);
    vector_free(&list);
    return hold;
}
