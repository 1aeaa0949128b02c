// Simultaneous replacement of terms, rebuilding (and so simplifying) only what contains them.
#include "term/table.h"

static void begin(struct terms *terms)
{
    struct term_substitution *s = &terms->substitution;
    // Images are needed for the terms that exist now; those that are built meanwhile are results.
    if (s->capacity < terms->count) {
        uint32_t capacity = terms->capacity;
        s->image = memory_resize(s->image, (size_t)capacity * sizeof *s->image);
        s->stamp = memory_resize(s->stamp, (size_t)capacity * sizeof *s->stamp);
        memset(s->stamp + s->capacity, 0, (size_t)(capacity - s->capacity) * sizeof *s->stamp);
        s->capacity = capacity;
    }
    if (++s->epoch == 0) {
        memset(s->stamp, 0, (size_t)s->capacity * sizeof *s->stamp);
        s->epoch = 1;
    }
    vector_clear(&s->stack);
}

static void set_image(struct terms *terms, term t, term image)
{
    terms->substitution.image[t] = image;
    terms->substitution.stamp[t] = terms->substitution.epoch;
}

static bool has_image(const struct terms *terms, term t)
{
    return terms->substitution.stamp[t] == terms->substitution.epoch;
}

static term rebuild(struct terms *terms, const struct term_node *n, const term *kid)
{
    enum term_kind kind = (enum term_kind)n->kind;
    switch (kind) {
    case TERM_NOT:
    case TERM_NEG:
    case TERM_FSQRT: return term_unary(terms, kind, kid[0]);
    case TERM_ITE: return term_ite(terms, kid[0], kid[1], kid[2]);
    case TERM_EXTRACT: return term_extract(terms, kid[0], (unsigned)n->value, n->width);
    case TERM_ZEXT: return term_zext(terms, kid[0], n->width);
    case TERM_SEXT: return term_sext(terms, kid[0], n->width);
    case TERM_FMA: return term_fma(terms, kid[0], kid[1], kid[2]);
    case TERM_FCONVERT:
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT:
    case TERM_SINT_TO_F:
    case TERM_UINT_TO_F: return term_convert(terms, kind, kid[0], n->width);
    case TERM_FROUND: return term_fround(terms, kid[0], (unsigned)n->value);
    default: return term_binary(terms, kind, kid[0], kid[1]);
    }
}

static void build_image(struct terms *terms, term t)
{
    struct term_node n = terms->nodes[t];
    term kid[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    bool changed = false;
    for (unsigned i = 0; i < term_kind_kids[n.kind]; i++) {
        kid[i] = terms->substitution.image[n.kid[i]];
        changed |= kid[i] != n.kid[i];
    }
    set_image(terms, t, changed ? rebuild(terms, &n, kid) : t);
}

term term_substitute(struct terms *terms, term t, const term *from, const term *to, uint32_t count)
{
    struct term_substitution *s = &terms->substitution;
    begin(terms);
    for (uint32_t i = 0; i < count; i++) {
        assert(table_width(terms, from[i]) == table_width(terms, to[i]));
        set_image(terms, from[i], to[i]);
    }
    vector_push(&s->stack, t);
    while (s->stack.size) {
        term top = vector_last(&s->stack);
        const struct term_node *n = &terms->nodes[top];
        uint32_t waiting = s->stack.size;
        for (unsigned i = 0; !has_image(terms, top) && i < term_kind_kids[n->kind]; i++)
            if (!has_image(terms, n->kid[i]))
                vector_push(&s->stack, n->kid[i]);
        if (s->stack.size > waiting)
            continue;
        if (!has_image(terms, top))
            build_image(terms, top);
        (void)vector_pop(&s->stack);
    }
    return s->image[t];
}
