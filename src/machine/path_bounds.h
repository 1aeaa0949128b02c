// Bounds of terms under the path condition: of those that it compares with constants, of their parts, and of
// those that it compares with them (`j < k` and `k < 4`: j is at most 2). Private to path.c and
// path_bounds.c.
#ifndef HEDDLE_MACHINE_PATH_BOUNDS_H
#define HEDDLE_MACHINE_PATH_BOUNDS_H

#include "machine/state.h"
#include "term/interval.h"

// In path.marks: the term is a conjunct, or its negation is; the rest: its newest bounds + 1.
#define MARK_HOLDS 0x80000000u
#define MARK_FAILS 0x40000000u
#define MARK_BOUNDS 0x3fffffffu

static inline uint32_t *path_mark(struct machine *m, term t)
{
    while (m->path.index.marks.size <= t)
        vector_push(&m->path.index.marks, 0);
    return &m->path.index.marks.data[t];
}

static inline uint32_t path_look(const struct machine *m, term t)
{
    return t < m->path.index.marks.size ? m->path.index.marks.data[t] : 0;
}

static inline const struct path_bounds *path_newest_bounds(const struct machine *m, term t)
{
    uint32_t at = path_look(m, t) & MARK_BOUNDS;
    return at ? &m->path.index.bounds.data[at - 1] : NULL;
}

// What the conjunct that is being added says.
void path_bound(struct machine *m, struct term_interval interval);
void path_relate(struct machine *m, struct term_comparison comparison);
// What follows from all that it says, for other terms. Looks at some relations only: bounds may be wider than
// they could be, never too narrow.
void path_propagate(struct machine *m);

// Back to what the first so many entries say.
void path_bounds_shrink(struct machine *m, uint32_t entries);
void path_bounds_free(struct machine *m);

#endif
