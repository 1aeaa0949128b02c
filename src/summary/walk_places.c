#include "base/hash.h"
#include "summary/walk.h"

#define LEAST_GRANULES 64u

// ---- registers

static void add_mark(struct walker *w, uint64_t where, unsigned mark)
{
    uint32_t thread = where_thread(where), number = where_number(where);
    while (w->marks[thread].size <= number)
        vector_push(&w->marks[thread], 0);
    w->marks[thread].data[number] |= (uint8_t)mark;
}

void walk_exact_register(struct walker *w, uint32_t thread, uint32_t number)
{
    uint64_t where = register_where(thread, number);
    if (!(walk_mark(w, thread, number) & MARK_LISTED))
        vector_push(&w->p->registers, where);
    add_mark(w, where, MARK_EXACT | MARK_LISTED);
}

// ---- memory

static struct watched_granule *granule_slot(const struct walker *w, uint64_t granule)
{
    uint32_t k = (uint32_t)hash_mix(granule) & (w->granule_count - 1);
    while (w->granules[k].granule && w->granules[k].granule != granule + 1)
        k = (k + 1) & (w->granule_count - 1);
    return &w->granules[k];
}

static void grow_granules(struct walker *w)
{
    struct watched_granule *old = w->granules;
    uint32_t count = w->granule_count;
    w->granule_count = count ? 2 * count : LEAST_GRANULES;
    w->granules = memory_zalloc(w->granule_count, sizeof *w->granules);
    for (uint32_t k = 0; k < count; k++)
        if (old[k].granule)
            *granule_slot(w, old[k].granule - 1) = old[k];
    memory_free(old);
}

static struct watched_granule *make_granule(struct walker *w, uint64_t granule)
{
    if (2 * w->granules_used >= w->granule_count)
        grow_granules(w);
    struct watched_granule *g = granule_slot(w, granule);
    if (!g->granule) {
        g->granule = granule + 1;
        w->granules_used++;
    }
    return g;
}

bool walk_memory_matters(const struct walker *w, uint64_t address, uint64_t size)
{
    if (!size || !w->granules_used)
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
        for (uint32_t k = 0; k < w->granule_count; k++) {
            struct watched_granule *g = &w->granules[k];
            if (g->granule && g->granule - 1 >= first && g->granule - 1 <= last)
                exact |= take_from(g, address, size);
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
    if (!w->granule_count)
        grow_granules(w);
    for (uint32_t k = 0; k < p->registers.size; k++)
        add_mark(w, p->registers.data[k], MARK_EXACT | MARK_LISTED);
    for (uint32_t k = 0; k < p->bytes.size; k++)
        make_granule(w, p->bytes.data[k].granule)->mask |= p->bytes.data[k].mask;
    for (uint32_t k = 0; k < p->literals.size; k++)
        walk_mark_literal(w, &p->literals.data[k]);
}

void walk_finish(struct walker *w)
{
    struct precondition *p = w->p;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->registers.size; k++) {
        uint64_t where = p->registers.data[k];
        if (walk_mark(w, where_thread(where), where_number(where)) & MARK_EXACT)
            p->registers.data[kept++] = where;
    }
    p->registers.size = kept;
    p->bytes.size = 0;
    for (uint32_t k = 0; k < w->granule_count; k++)
        if (w->granules[k].granule && w->granules[k].mask)
            vector_push(&p->bytes, (struct exact_bytes){w->granules[k].granule - 1, w->granules[k].mask});
    memset(w->granules, 0, w->granule_count * sizeof *w->granules);
    w->granules_used = 0;
    for (uint32_t t = 0; t < MACHINE_MAX_THREADS; t++)
        if (w->marks[t].size)
            memset(w->marks[t].data, 0, w->marks[t].size);
}

void walk_free_places(struct walker *w)
{
    for (uint32_t k = 0; k < MACHINE_MAX_THREADS; k++)
        vector_free(&w->marks[k]);
    memory_free(w->granules);
}
