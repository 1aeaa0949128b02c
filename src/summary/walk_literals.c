#include "base/rules.h"
#include "summary/walk.h"

// ---- literals

static void walk_add_literal(struct walker *w, const struct literal *l, enum literal_truth truth)
{
    if (truth == LITERAL_TRUE)
        return;
    if (truth == LITERAL_FALSE) {
        w->p->never = true;
        return;
    }
    precondition_add_literal(w->p, l);
    walk_mark_literal(w, l);
}

void walk_compare(struct walker *w, enum relation relation, unsigned width, const struct sum *left,
                  const struct sum *right, int64_t constant)
{
    struct literal l;
    enum literal_truth truth = literal_difference(&l, relation, (uint8_t)width, left, right, constant);
    walk_add_literal(w, &l, truth);
}

// ---- definitions

const struct definition definition_unknown;

int64_t largest_number(unsigned width)
{
    return width == 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1;
}

struct definition definition_copy(struct sum sum, unsigned width)
{
    return (struct definition){.width = width, .congruent = 64, .known = true, .fits = true, .sum = sum};
}

struct definition definition_truncated(struct sum sum, unsigned width)
{
    return (struct definition){.width = width, .congruent = width, .known = true, .sum = sum};
}

struct definition definition_computed(struct sum sum, unsigned width, bool fits)
{
    return (struct definition){.width = width,
                               .congruent = width,
                               .known = true,
                               .fits = fits,
                               .ranged = true,
                               .sum = sum,
                               .range = sum,
                               .low = -largest_number(width), // see words_fit in machine/journal.c
                               .high = largest_number(width)};
}

static bool is_twice(const struct literal *l, uint32_t part)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (k != part && l->part[k].place.where == l->part[part].place.where &&
            l->part[k].place.kind == l->part[part].place.kind)
            return true;
    return false;
}

// Replaces the place of one part of a literal by its definition. False: the definition is no sum that the
// literal can hold. l->count is 0 afterwards where the literal turned out true or false.
static bool substitute(struct walker *w, struct literal *l, uint32_t part, const struct definition *d,
                       bool *range)
{
    unsigned own = l->part[part].place.width, least = own < d->width ? own : d->width;
    bool congruence = l->relation != RELATION_AT_MOST;
    bool same = own == d->width || (congruence && l->width <= least);
    if (!d->known || !same || is_twice(l, part))
        return false;
    bool modulo = congruence && l->width <= d->congruent;
    if (!modulo && !d->fits)
        return false;
    enum literal_truth truth;
    if (!literal_replace(l, part, &d->sum, &truth))
        return false;
    *range |= !modulo && d->ranged;
    if (truth == LITERAL_FALSE)
        w->p->never = true;
    if (truth != LITERAL_OPEN)
        l->count = 0; // dropped by the caller
    return true;
}

void walk_add_range(struct walker *w, const struct definition *d)
{
    struct sum low = {.constant = d->low}, high = {.constant = d->high};
    walk_compare(w, RELATION_AT_MOST, 64, &d->range, &high, 0);
    walk_compare(w, RELATION_AT_MOST, 64, &low, &d->range, 0);
}

void walk_replace(struct walker *w, enum place_kind kind, uint64_t where, const struct definition *d)
{
    bool range = false;
    w->changed.size = 0;
    for (uint32_t k = 0; k < w->p->literals.size;) {
        struct literal *l = &w->p->literals.data[k];
        int part = literal_find(l, kind, where);
        if (part < 0) {
            k++;
        } else if (!substitute(w, l, (uint32_t)part, d, &range)) {
            walk_make_exact(w, k);
        } else {
            if (l->count)
                vector_push(&w->changed, *l);
            precondition_drop_literal(w->p, k);
        }
    }
    for (uint32_t k = 0; k < w->changed.size; k++)
        walk_add_literal(w, &w->changed.data[k], LITERAL_OPEN);
    if (range)
        walk_add_range(w, d);
}

bool walk_define(struct walker *w, uint32_t thread, uint32_t number, const struct definition *d)
{
    if (walk_mark(w, thread, number) & MARK_LITERAL) {
        walk_take_mark(w, thread, number, MARK_LITERAL);
        walk_replace(w, PLACE_REGISTER, register_where(thread, number), d);
    }
    bool exact = walk_mark(w, thread, number) & MARK_EXACT;
    walk_take_mark(w, thread, number, MARK_EXACT);
    return exact;
}

// ---- memory

// Makes exact the places of literals about some of the bytes, but for literals about the place at `but` with
// that width.
static void forget_literals(struct walker *w, uint64_t address, uint64_t size, uint64_t but, unsigned width)
{
    for (uint32_t k = 0; k < w->p->literals.size;) {
        const struct literal *l = &w->p->literals.data[k];
        bool hit = false;
        for (uint32_t i = 0; i < l->count && !hit; i++) {
            const struct literal_place *p = &l->part[i].place;
            hit = p->kind == PLACE_MEMORY && p->where < address + size && address < p->where + p->width / 8 &&
                  !(p->where == but && p->width == width);
        }
        if (hit)
            walk_make_exact(w, k);
        else
            k++;
    }
}

void walk_write_unknown(struct walker *w, uint64_t address, uint64_t size)
{
    if (!walk_memory_matters(w, address, size))
        return;
    forget_literals(w, address, size, 0, 0);
    walk_take_bytes(w, address, size);
}

bool walk_define_memory(struct walker *w, uint64_t address, unsigned size, const struct definition *d)
{
    if (!walk_memory_matters(w, address, size))
        return false;
    if (rule_holds(RULE_OVERLAPS))
        forget_literals(w, address, size, address, 8 * size);
    walk_replace(w, PLACE_MEMORY, address, d);
    return walk_take_bytes(w, address, size);
}
