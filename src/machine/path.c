#include "machine/path.h"

#include "machine/path_bounds.h"
#include "term/interval.h"

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
static bool is_marked_condition(const struct machine *m, term condition, bool *truth)
{
    uint32_t holds = mark_left(m, &condition), marks = path_look(m, condition) & ~MARK_BOUNDS;
    *truth = marks & holds;
    return marks != 0;
}

// ---- conjuncts

static void add_path_atom(struct machine *m, term atom)
{
    struct term_interval interval;
    struct term_comparison comparison;
    term marked = atom;
    uint32_t mark = mark_left(m, &marked), *marks = path_mark(m, marked);
    if (*marks & mark)
        return;
    *marks |= mark;
    vector_push(&m->path.index.atoms, (struct path_atom){atom, m->path.index.entries});
    if (term_interval(m->terms, atom, &interval))
        path_bound(m, interval);
    else if (term_comparison(m->terms, atom, &comparison))
        path_relate(m, comparison);
}

// Whether it is a condition or follows from them: what is looked up are its parts.
static void add_condition_parts(struct machine *m, term condition)
{
    uint32_t first = m->path.index.pending.size;
    vector_push(&m->path.index.pending, condition);
    while (m->path.index.pending.size > first) {
        term t = vector_pop(&m->path.index.pending);
        struct term_node n = *term_get(m->terms, t), inner = *term_get(m->terms, n.kid[0] ? n.kid[0] : t);
        if (n.kind == TERM_AND) {
            vector_push(&m->path.index.pending, n.kid[0]);
            vector_push(&m->path.index.pending, n.kid[1]);
        } else if (n.kind == TERM_NOT && inner.kind == TERM_OR) {
            vector_push(&m->path.index.pending, term_not(m->terms, inner.kid[0]));
            vector_push(&m->path.index.pending, term_not(m->terms, inner.kid[1]));
        }
        add_path_atom(m, t); // of a conjunction too: it may be asked about as a whole
    }
    path_propagate(m);
    m->path.index.entries++;
}

void path_push(struct machine *m, term condition)
{
    add_condition_parts(m, condition);
    vector_push(&m->path.condition, condition);
}

void path_follows(struct machine *m, term condition)
{
    add_condition_parts(m, condition);
}

struct path_length path_length(const struct machine *m)
{
    return (struct path_length){m->path.condition.size, m->path.index.entries};
}

void path_shrink(struct machine *m, struct path_length length)
{
    m->path.condition.size = length.conditions;
    m->path.index.entries = length.entries;
    path_bounds_shrink(m, length.entries);
    while (m->path.index.atoms.size && vector_last(&m->path.index.atoms).entry >= length.entries) {
        const struct path_atom *a = &vector_pop(&m->path.index.atoms);
        term marked = a->atom;
        uint32_t mark = mark_left(m, &marked);
        m->path.index.marks.data[marked] &= ~mark;
    }
}

void path_free(struct machine *m)
{
    vector_free(&m->path.condition);
    vector_free(&m->path.index.marks);
    path_bounds_free(m);
    vector_free(&m->path.index.atoms);
    vector_free(&m->path.index.pending);
}

// ---- questions

static bool known_path_bounds(void *context, term t, uint64_t *low, uint64_t *high)
{
    struct machine *m = context;
    const struct path_bounds *b = path_newest_bounds(m, t);
    if (b) {
        *low = b->low;
        *high = b->high;
        return true;
    }
    bool truth;
    if (term_width(m->terms, t) != 1 || !is_marked_condition(m, t, &truth))
        return false;
    *low = *high = truth;
    return true;
}

struct term_range path_range(struct machine *m, term t)
{
    struct term_known known = {known_path_bounds, m};
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
    if (is_marked_condition(m, condition, truth))
        return true;
    if (!m->path.index.bounds.size || !interval_decides(m, condition, truth))
        return false;
    path_follows(m, *truth ? condition : term_not(m->terms, condition));
    return true;
}

bool path_fixes(const struct machine *m, term t)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(m->terms, t, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct path_bounds *b = path_newest_bounds(m, term_input_get(m->terms, inputs[k])->self);
        if (!b || b->low != b->high)
            return false;
    }
    return true;
}
