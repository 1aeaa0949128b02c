#include "machine/path_bounds.h"

#include "machine/path.h"

// Holes (values left out between the bounds of a term) that are looked at again when its bounds change.
#define MOST_HOLES 8u
// Sides of relations that are looked at when a conjunct is added.
#define MOST_RELATIONS 64u

// ---- bounds

// A hole at an end of the bounds is beyond them.
static void clip(struct path_bounds *b, uint64_t hole_low, uint64_t hole_high)
{
    if (hole_low <= b->low && hole_high >= b->low && hole_high < b->high)
        b->low = hole_high + 1;
    if (hole_high >= b->high && hole_low <= b->high && hole_low > b->low)
        b->high = hole_low - 1;
}

static void push_bounds(struct machine *m, struct path_bounds b)
{
    uint32_t *mark = path_mark(m, b.subject);
    uint32_t at = b.previous = *mark & MARK_BOUNDS;
    for (unsigned k = 0; k < MOST_HOLES && at; k++) {
        const struct path_bounds *old = &m->path.index.bounds.data[at - 1];
        if (old->hole_low <= old->hole_high)
            clip(&b, old->hole_low, old->hole_high);
        at = old->previous;
    }
    vector_push(&m->path.index.bounds, b);
    *mark = (*mark & ~MARK_BOUNDS) | m->path.index.bounds.size;
    vector_push(&m->path.index.bounded, b.subject);
}

static struct path_bounds present_bounds(struct machine *m, term t)
{
    const struct path_bounds *old = path_newest_bounds(m, t);
    struct path_bounds b = {.subject = t, .hole_low = 1, .hole_high = 0};
    if (old) {
        b.low = old->low;
        b.high = old->high;
    } else {
        term_bounds(m->terms, t, &b.low, &b.high);
    }
    b.entry = m->path.index.entries;
    return b;
}

static void add_interval(struct machine *m, const struct term_interval *interval)
{
    struct path_bounds b = present_bounds(m, interval->subject);
    if (interval->outside) {
        b.hole_low = interval->low;
        b.hole_high = interval->high;
        clip(&b, interval->low, interval->high);
    } else {
        b.low = interval->low > b.low ? interval->low : b.low;
        b.high = interval->high < b.high ? interval->high : b.high;
    }
    if (b.low <= b.high) // else the path condition cannot hold, which its models exclude
        push_bounds(m, b);
}

void path_bound(struct machine *m, struct term_interval interval)
{
    term_interval_unsigned(m->terms, &interval);
    do
        add_interval(m, &interval);
    while (term_interval_of_part(m->terms, &interval));
}

// ---- relations

static uint32_t newest_relation(const struct machine *m, term t)
{
    return t < m->path.index.related.size ? m->path.index.related.data[t] : 0;
}

static void add_relation(struct machine *m, term below, term above, bool is_signed, bool strict)
{
    struct path_relation r = {
        .side = {below, above}, .entry = m->path.index.entries, .is_signed = is_signed, .strict = strict};
    for (unsigned side = 0; side < 2; side++) {
        while (m->path.index.related.size <= r.side[side])
            vector_push(&m->path.index.related, 0);
        r.previous[side] = m->path.index.related.data[r.side[side]];
        m->path.index.related.data[r.side[side]] = 2 * m->path.index.relations.size + side + 1;
        vector_push(&m->path.index.bounded, r.side[side]);
    }
    vector_push(&m->path.index.relations, r);
}

void path_relate(struct machine *m, struct term_comparison c)
{
    add_relation(m, c.below, c.above, c.is_signed, c.strict);
    if (c.equal)
        add_relation(m, c.above, c.below, c.is_signed, c.strict);
}

// The least and the greatest value of the term, signed ones with their top bit flipped, so that their order
// is that of unsigned numbers. A hole over one of the ends of the signed numbers lies in the middle of the
// bounds.
static void term_ordered_bounds(struct machine *m, term t, bool is_signed, uint64_t *low, uint64_t *high)
{
    struct term_range range = path_range(m, t);
    uint64_t top = (uint64_t)1 << (term_width(m->terms, t) - 1);
    *low = range.low;
    *high = range.high;
    if (!is_signed)
        return;
    if (!((range.low ^ range.high) & top)) {
        *low ^= top;
        *high ^= top;
        return;
    }
    *low = 0;
    *high = top - 1 + top;
    uint32_t at = path_look(m, t) & MARK_BOUNDS;
    for (unsigned k = 0; k < MOST_HOLES && at; k++) {
        const struct path_bounds *b = &m->path.index.bounds.data[at - 1];
        if (b->hole_low < top && b->hole_high >= top - 1 && b->hole_low > range.low)
            *high = *high < ((b->hole_low - 1) | top) ? *high : (b->hole_low - 1) | top;
        if (b->hole_low <= top && b->hole_high >= top && b->hole_high < range.high)
            *low = *low > b->hole_high + 1 - top ? *low : b->hole_high + 1 - top;
        at = b->previous;
    }
}

// Whether the term has only values of such an order, it becomes known.
static void narrow_bounds(struct machine *m, term t, bool is_signed, uint64_t low, uint64_t high)
{
    if (low <= high)
        path_bound(m, (struct term_interval){.subject = t, .is_signed = is_signed, .low = low, .high = high});
}

// What the relation says of its sides.
static void apply_relation(struct machine *m, uint32_t number)
{
    struct path_relation r = m->path.index.relations.data[number];
    uint64_t low[2], high[2];
    for (unsigned side = 0; side < 2; side++)
        term_ordered_bounds(m, r.side[side], r.is_signed, &low[side], &high[side]);
    if (high[1] < r.strict || low[0] > UINT64_MAX - r.strict)
        return; // it cannot hold
    if (high[1] - r.strict < high[0])
        narrow_bounds(m, r.side[0], r.is_signed, low[0], high[1] - r.strict);
    if (low[0] + r.strict > low[1])
        narrow_bounds(m, r.side[1], r.is_signed, low[0] + r.strict, high[1]);
}

void path_propagate(struct machine *m)
{
    unsigned left = m->path.index.relations.size ? MOST_RELATIONS : 0;
    for (uint32_t k = 0; k < m->path.index.bounded.size && left; k++) {
        uint32_t at = newest_relation(m, m->path.index.bounded.data[k]);
        for (; at && left; left--) {
            uint32_t number = (at - 1) / 2, side = (at - 1) % 2;
            apply_relation(m, number);
            at = m->path.index.relations.data[number].previous[side];
        }
    }
    m->path.index.bounded.size = 0;
}

// ---- going back

void path_bounds_shrink(struct machine *m, uint32_t entries)
{
    while (m->path.index.bounds.size && vector_last(&m->path.index.bounds).entry >= entries) {
        const struct path_bounds *b = &vector_pop(&m->path.index.bounds);
        uint32_t *mark = &m->path.index.marks.data[b->subject];
        *mark = (*mark & ~MARK_BOUNDS) | b->previous;
    }
    while (m->path.index.relations.size && vector_last(&m->path.index.relations).entry >= entries) {
        const struct path_relation *r = &vector_pop(&m->path.index.relations);
        for (unsigned side = 2; side-- > 0;)
            m->path.index.related.data[r->side[side]] = r->previous[side];
    }
}

void path_bounds_free(struct machine *m)
{
    vector_free(&m->path.index.bounds);
    vector_free(&m->path.index.relations);
    vector_free(&m->path.index.related);
    vector_free(&m->path.index.bounded);
}
