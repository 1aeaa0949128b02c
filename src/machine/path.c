#include "machine/path.h"

#include "term/interval.h"

// Holes (values left out between the bounds of a term) that are looked at again when its bounds change.
#define MOST_HOLES 8u

// In path.marks: the term is a conjunct, or its negation is; the rest: its newest bounds + 1.
#define MARK_HOLDS 0x80000000u
#define MARK_FAILS 0x40000000u
#define MARK_BOUNDS 0x3fffffffu

static uint32_t *mark_of(struct machine *m, term t)
{
    while (m->path.marks.size <= t)
        vector_push(&m->path.marks, 0);
    return &m->path.marks.data[t];
}

static uint32_t look(const struct machine *m, term t)
{
    return t < m->path.marks.size ? m->path.marks.data[t] : 0;
}

// The mark that a conjunct leaves, and of which term.
static uint32_t mark_left(const struct machine *m, term *conjunct)
{
    const struct term_node *n = term_get(m->terms, *conjunct);
    if (n->kind != TERM_NOT)
        return MARK_HOLDS;
    *conjunct = n->kid[0];
    return MARK_FAILS;
}

// Whether the path condition has this conjunct, or its negation (*truth: which).
static bool is_marked(const struct machine *m, term condition, bool *truth)
{
    uint32_t holds = mark_left(m, &condition), marks = look(m, condition) & ~MARK_BOUNDS;
    *truth = marks & holds;
    return marks != 0;
}

// ---- bounds

static const struct path_bounds *newest_bounds(const struct machine *m, term t)
{
    uint32_t at = look(m, t) & MARK_BOUNDS;
    return at ? &m->path.bounds.data[at - 1] : NULL;
}

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
    uint32_t *mark = mark_of(m, b.subject);
    uint32_t at = b.previous = *mark & MARK_BOUNDS;
    for (unsigned k = 0; k < MOST_HOLES && at; k++) {
        const struct path_bounds *old = &m->path.bounds.data[at - 1];
        if (old->hole_low <= old->hole_high)
            clip(&b, old->hole_low, old->hole_high);
        at = old->previous;
    }
    vector_push(&m->path.bounds, b);
    *mark = (*mark & ~MARK_BOUNDS) | m->path.bounds.size;
}

static struct path_bounds present_bounds(struct machine *m, term t)
{
    const struct path_bounds *old = newest_bounds(m, t);
    struct path_bounds b = {.subject = t, .hole_low = 1, .hole_high = 0};
    if (old) {
        b.low = old->low;
        b.high = old->high;
    } else {
        term_bounds(m->terms, t, &b.low, &b.high);
    }
    b.entry = m->path_condition.size;
    return b;
}

static void add_interval(struct machine *m, struct term_interval interval)
{
    term_interval_unsigned(m->terms, &interval);
    struct path_bounds b = present_bounds(m, interval.subject);
    if (interval.outside) {
        b.hole_low = interval.low;
        b.hole_high = interval.high;
        clip(&b, interval.low, interval.high);
    } else {
        b.low = interval.low > b.low ? interval.low : b.low;
        b.high = interval.high < b.high ? interval.high : b.high;
    }
    if (b.low <= b.high) // else the path condition cannot hold, which its models exclude
        push_bounds(m, b);
}

// ---- conjuncts

static void add_atom(struct machine *m, term atom)
{
    struct term_interval interval;
    term marked = atom;
    uint32_t mark = mark_left(m, &marked), *marks = mark_of(m, marked);
    if (*marks & mark)
        return;
    *marks |= mark;
    vector_push(&m->path.atoms, (struct path_atom){atom, m->path_condition.size});
    if (term_interval(m->terms, atom, &interval))
        add_interval(m, interval);
}

void path_push(struct machine *m, term condition)
{
    uint32_t first = m->path.pending.size;
    vector_push(&m->path.pending, condition);
    while (m->path.pending.size > first) {
        term t = vector_pop(&m->path.pending);
        struct term_node n = *term_get(m->terms, t), inner = *term_get(m->terms, n.kid[0] ? n.kid[0] : t);
        if (n.kind == TERM_AND) {
            vector_push(&m->path.pending, n.kid[0]);
            vector_push(&m->path.pending, n.kid[1]);
        } else if (n.kind == TERM_NOT && inner.kind == TERM_OR) {
            vector_push(&m->path.pending, term_not(m->terms, inner.kid[0]));
            vector_push(&m->path.pending, term_not(m->terms, inner.kid[1]));
        }
        add_atom(m, t); // of a conjunction too: it may be asked about as a whole
    }
    vector_push(&m->path_condition, condition);
}

void path_shrink(struct machine *m, uint32_t size)
{
    m->path_condition.size = size;
    while (m->path.bounds.size && vector_last(&m->path.bounds).entry >= size) {
        const struct path_bounds *b = &vector_pop(&m->path.bounds);
        uint32_t *mark = &m->path.marks.data[b->subject];
        *mark = (*mark & ~MARK_BOUNDS) | b->previous;
    }
    while (m->path.atoms.size && vector_last(&m->path.atoms).entry >= size) {
        const struct path_atom *a = &vector_pop(&m->path.atoms);
        term marked = a->atom;
        uint32_t mark = mark_left(m, &marked);
        m->path.marks.data[marked] &= ~mark;
    }
}

void path_free(struct machine *m)
{
    vector_free(&m->path_condition);
    vector_free(&m->path.marks);
    vector_free(&m->path.bounds);
    vector_free(&m->path.atoms);
    vector_free(&m->path.pending);
}

// ---- questions

static bool known_bounds(void *context, term t, uint64_t *low, uint64_t *high)
{
    struct machine *m = context;
    const struct path_bounds *b = newest_bounds(m, t);
    if (b) {
        *low = b->low;
        *high = b->high;
        return true;
    }
    bool truth;
    if (term_width(m->terms, t) != 1 || !is_marked(m, t, &truth))
        return false;
    *low = *high = truth;
    return true;
}

struct term_range path_range(struct machine *m, term t)
{
    struct term_known known = {known_bounds, m};
    struct term_range range;
    term_bounds_under(m->terms, t, &known, &range);
    return range;
}

static bool interval_decides(struct machine *m, term condition, bool *truth)
{
    struct term_interval interval;
    if (!term_interval(m->terms, condition, &interval))
        return false;
    term_interval_unsigned(m->terms, &interval);
    struct term_range range = path_range(m, interval.subject);
    bool inside = range.low >= interval.low && range.high <= interval.high;
    bool apart = range.high < interval.low || range.low > interval.high;
    *truth = interval.outside ? apart : inside;
    return inside || apart;
}

bool path_decides(struct machine *m, term condition, bool *truth)
{
    if (is_marked(m, condition, truth))
        return true;
    return m->path.bounds.size && interval_decides(m, condition, truth);
}
