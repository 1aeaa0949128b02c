#include "explore/livelock_notes.h"

#include "base/hash.h"
#include "machine/describe.h"

void livelock_notes_free(struct livelock_notes *n)
{
    vector_free(&n->places);
    index_free(&n->place_index);
    vector_free(&n->begins);
    vector_free(&n->threads);
    vector_free(&n->rounds);
    vector_free(&n->stack);
}

static uint32_t call_place_number(struct livelock_notes *n, struct call_place place)
{
    uint64_t hash = hash_combine((uint64_t)place.outer << 32 | place.code, place.thread);
    for (uint32_t at = index_begin(hash), k; (k = index_next(&n->place_index, hash, &at)) != INDEX_NONE;) {
        const struct call_place *p = &n->places.data[k];
        if (p->outer == place.outer && p->code == place.code && p->thread == place.thread)
            return k;
    }
    vector_push(&n->places, place);
    index_add(&n->place_index, hash, n->places.size - 1);
    return n->places.size - 1;
}

static uint32_t thread_call_place(struct livelock_notes *n, const struct machine *m, uint32_t thread)
{
    uint32_t depth = machine_depth(m, thread), place = NO_CALL_PLACE;
    vector_reserve(&n->stack, depth);
    if (!depth)
        return NO_CALL_PLACE;
    depth = machine_stack(m, thread, n->stack.data, depth);
    for (uint32_t k = 0; k < depth; k++)
        place = call_place_number(
            n, (struct call_place){
                   .outer = place, .thread = thread, .depth = k + 1, .code = n->stack.data[depth - 1 - k]});
    return place;
}

void livelock_notes_add(struct livelock_notes *n, const struct machine *m)
{
    vector_push(&n->begins, n->threads.size);
    for (uint32_t t = 0; t < machine_thread_limit(m); t++) {
        if (machine_status(m, t) == THREAD_ABSENT)
            continue;
        struct thread_note note = {
            .thread = (uint16_t)t, .denied = machine_is_starved(m, t), .place = NO_CALL_PLACE};
        if (machine_status(m, t) == THREAD_READY)
            note.place = thread_call_place(n, m, t);
        if (note.denied || note.place != NO_CALL_PLACE)
            vector_push(&n->threads, note);
    }
}

uint32_t livelock_notes_end(const struct livelock_notes *n, uint32_t state)
{
    return state + 1 < n->begins.size ? n->begins.data[state + 1] : n->threads.size;
}
