#include "base/hash.h"
#include "summary/walk.h"

// ---- registers

static void add_mark(struct walker *w, uint64_t where, unsigned mark)
{
    uint32_t thread = where_thread(where), number = where_number(where);
    while (w->marks.size <= thread)
        vector_push(&w->marks, (register_marks){0});
    register_marks *own = &w->marks.data[thread];
    while (own->size <= number)
        vector_push(own, 0);
    uint8_t *marks = &own->data[number];
    if (!*marks)
        vector_push(&w->touched, where);
    *marks |= (uint8_t)(mark | MARK_TOUCHED);
}

void walk_exact_register(struct walker *w, uint32_t thread, uint32_t number)
{
    add_mark(w, register_where(thread, number), MARK_EXACT);
}

// ---- memory

static struct watched_granule *find_granule(const struct walker *w, uint64_t granule)
{
    uint64_t hash = hash_mix(granule);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&w->granule_index, hash, &at)) != INDEX_NONE;)
        if (w->granules.data[n].granule == granule)
            return &w->granules.data[n];
    return NULL;
}

static struct watched_granule *make_granule(struct walker *w, uint64_t granule)
{
    struct watched_granule *known = find_granule(w, granule);
    if (known)
        return known;
    vector_push(&w->granules, (struct watched_granule){.granule = granule});
    index_add(&w->granule_index, hash_mix(granule), w->granules.size - 1);
    return &vector_last(&w->granules);
}

bool walk_memory_matters(const struct walker *w, uint64_t address, uint64_t size)
{
    if (!size || !w->granules.size)
        return false;
    uint64_t first = address / 8, last = (address + size - 1) / 8;
    if (last - first >= w->granule_index.size)
        return true;
    for (uint64_t k = first; k <= last; k++) {
        const struct watched_granule *g = find_granule(w, k);
        if (g && (g->literal || g->mask))
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
    uint8_t mask = granule_mask(g->granule, address, size);
    bool exact = g->mask & mask;
    g->mask &= (uint8_t)~mask;
    return exact;
}

bool walk_take_bytes(struct walker *w, uint64_t address, uint64_t size)
{
    bool exact = false;
    uint64_t first = address / 8, last = (address + size - 1) / 8;
    if (last - first >= w->granule_index.size) {
        for (uint32_t k = 0; k < w->granules.size; k++) {
            struct watched_granule *g = &w->granules.data[k];
            if (g->granule >= first && g->granule <= last)
                exact |= take_from(g, address, size);
        }
        return exact;
    }
    for (uint64_t k = first; k <= last; k++) {
        struct watched_granule *g = find_granule(w, k);
        if (g)
            exact |= take_from(g, address, size);
    }
    return exact;
}

// ---- literals

void walk_mark_literal(struct walker *w, const struct literal *l)
{
    for (uint32_t k = 0; k < l->count; k++) {
        const struct literal_place *place = &l->part[k].place;
        if (place->kind == PLACE_REGISTER)
            add_mark(w, place->where, MARK_LITERAL);
        else if (place->kind == PLACE_MEMORY)
            for (uint64_t g = place->where / 8; g <= (place->where + place->width / 8 - 1) / 8; g++)
                make_granule(w, g)->literal = true;
    }
}

static void make_place_exact(struct walker *w, const struct literal_place *place)
{
    if (place->kind == PLACE_REGISTER)
        walk_exact_register(w, where_thread(place->where), where_number(place->where));
    else if (place->kind == PLACE_HELD)
        w->held_exact = true;
    else
        walk_exact_memory(w, place->where, place->width / 8);
}

void walk_make_exact(struct walker *w, uint32_t index)
{
    const struct literal *l = &w->p->literals.data[index];
    w->p->made_exact = true;
    for (uint32_t k = 0; k < l->count; k++)
        make_place_exact(w, &l->part[k].place);
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
        uint8_t *marks = &w->marks.data[where_thread(where)].data[where_number(where)];
        if (*marks & MARK_EXACT)
            vector_push(&p->registers, where);
        *marks = 0;
    }
    while (w->granules.size) { // few of many slots, so that these are not cleared as a whole
        struct watched_granule g = vector_pop(&w->granules);
        if (g.mask)
            vector_push(&p->bytes, (struct exact_bytes){g.granule, g.mask});
        index_remove_last(&w->granule_index, hash_mix(g.granule), w->granules.size);
    }
}

void walk_free_places(struct walker *w)
{
    for (uint32_t k = 0; k < w->marks.size; k++)
        vector_free(&w->marks.data[k]);
    vector_free(&w->marks);
    vector_free(&w->touched);
    vector_free(&w->granules);
    index_free(&w->granule_index);
}
