#include "base/hash.h"
#include "summary/walk.h"

#define LEAST_GRANULES 64u

// ---- registers

static void add_mark(struct walker *w, uint64_t where, unsigned mark)
{
    uint32_t thread = where_thread(where), number = where_number(where);
    while (w->marks[thread].size <= number)
        vector_push(&w->marks[thread], 0);
    uint8_t *marks = &w->marks[thread].data[number];
    if (!*marks)
        vector_push(&w->touched, where);
    *marks |= (uint8_t)(mark | MARK_TOUCHED);
}

void walk_exact_register(struct walker *w, uint32_t thread, uint32_t number)
{
    add_mark(w, register_where(thread, number), MARK_EXACT);
}

// ---- memory

static struct watched_granule *slot_among(struct watched_granule *granules, uint32_t count, uint64_t granule)
{
    uint32_t k = (uint32_t)hash_mix(granule) & (count - 1);
    while (granules[k].granule && granules[k].granule != granule + 1)
        k = (k + 1) & (count - 1);
    return &granules[k];
}

static struct watched_granule *granule_slot(const struct walker *w, uint64_t granule)
{
    return slot_among(w->granules, w->granule_count, granule);
}

static void grow_granules(struct walker *w)
{
    struct watched_granule *old = w->granules;
    uint32_t count = w->granule_count;
    w->granule_count = count ? memory_doubled(count) : LEAST_GRANULES;
    w->granules = memory_zalloc(w->granule_count, sizeof *w->granules);
    for (uint32_t k = 0; k < w->touched_granules.size; k++) { // in the same order, see walk_finish
        uint64_t granule = w->touched_granules.data[k];
        *granule_slot(w, granule) = *slot_among(old, count, granule);
    }
    memory_free(old);
}

static struct watched_granule *make_granule(struct walker *w, uint64_t granule)
{
    if (2 * w->touched_granules.size >= w->granule_count)
        grow_granules(w);
    struct watched_granule *g = granule_slot(w, granule);
    if (!g->granule) {
        g->granule = granule + 1;
        vector_push(&w->touched_granules, granule);
    }
    return g;
}

bool walk_memory_matters(const struct walker *w, uint64_t address, uint64_t size)
{
    if (!size || !w->touched_granules.size)
        return false;
    uint64_t first = address / 8, last = (address + size - 1) / 8;
    if (last - first >= w->granule_count)
        return true;
    for (uint64_t k = first; k <= last; k++) {
        const struct watched_granule *g = granule_slot(w, k);
        if (g->granule && (g->literal || g->mask))
            return true;
    }
    return false;
}

void walk_exact_memory(struct walker *w, uint64_t address, uint64_t size)
{
    for (uint64_t g = address / 8; size && g <= (address + size - 1) / 8; g++)
        make_granule(w, g)->mask |= granule_mask(g, address, size);
}

static bool take_from(struct watched_granule *g, uint64_t address, uint64_t size)
{
    uint8_t mask = granule_mask(g->granule - 1, address, size);
    bool exact = g->mask & mask;
    g->mask &= (uint8_t)~mask;
    return exact;
}

bool walk_take_bytes(struct walker *w, uint64_t address, uint64_t size)
{
    bool exact = false;
    uint64_t first = address / 8, last = (address + size - 1) / 8;
    if (last - first >= w->granule_count) {
        for (uint32_t k = 0; k < w->touched_granules.size; k++) {
            uint64_t granule = w->touched_granules.data[k];
            if (granule >= first && granule <= last)
                exact |= take_from(granule_slot(w, granule), address, size);
        }
        return exact;
    }
    for (uint64_t k = first; k <= last; k++) {
        struct watched_granule *g = granule_slot(w, k);
        if (g->granule)
            exact |= take_from(g, address, size);
    }
    return exact;
}

// ---- literals

void walk_mark_literal(struct walker *w, const struct literal *l)
{
    for (uint32_t k = 0; k < l->count; k++) {
        const struct place *place = &l->part[k].place;
        if (place->kind == PLACE_REGISTER)
            add_mark(w, place->where, MARK_LITERAL);
        else if (place->kind == PLACE_MEMORY)
            for (uint64_t g = place->where / 8; g <= (place->where + place->width / 8 - 1) / 8; g++)
                make_granule(w, g)->literal = true;
    }
}

static void make_exact(struct walker *w, const struct place *place)
{
    if (place->kind == PLACE_REGISTER)
        walk_exact_register(w, where_thread(place->where), where_number(place->where));
    else if (place->kind == PLACE_HELD)
        w->held_exact = true;
    else
        walk_exact_memory(w, place->where, place->width / 8);
}

void walk_settle(struct walker *w, uint32_t index)
{
    const struct literal *l = &w->p->literals.data[index];
    w->p->settled = true;
    for (uint32_t k = 0; k < l->count; k++)
        make_exact(w, &l->part[k].place);
    precondition_drop_literal(w->p, index);
}

// ---- begin and end

void walk_begin(struct walker *w)
{
    const struct precondition *p = w->p;
    for (uint32_t k = 0; k < p->registers.size; k++)
        add_mark(w, p->registers.data[k], MARK_EXACT);
    for (uint32_t k = 0; k < p->bytes.size; k++)
        make_granule(w, p->bytes.data[k].granule)->mask |= p->bytes.data[k].mask;
    for (uint32_t k = 0; k < p->literals.size; k++)
        walk_mark_literal(w, &p->literals.data[k]);
}

void walk_finish(struct walker *w)
{
    struct precondition *p = w->p;
    p->registers.size = p->bytes.size = 0;
    while (w->touched.size) {
        uint64_t where = vector_pop(&w->touched);
        uint8_t *marks = &w->marks[where_thread(where)].data[where_number(where)];
        if (*marks & MARK_EXACT)
            vector_push(&p->registers, where);
        *marks = 0;
    }
    while (w->touched_granules.size) { // the newest first, so that no free slot hides an older one
        struct watched_granule *g = granule_slot(w, vector_pop(&w->touched_granules));
        if (g->mask)
            vector_push(&p->bytes, (struct exact_bytes){g->granule - 1, g->mask});
        *g = (struct watched_granule){0};
    }
}

void walk_free_places(struct walker *w)
{
    for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
        vector_free(&w->marks[k]);
    memory_free(w->granules);
    vector_free(&w->touched);
    vector_free(&w->touched_granules);
}
