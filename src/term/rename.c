// Inputs exchanged for others in several terms, one after the other: what they share is rebuilt once.
#include "term/table.h"

void term_rename_begin(struct terms *terms)
{
    struct term_renaming *r = &terms->renaming;
    // Images are needed for the terms that exist now; those that are built meanwhile are images.
    if (r->capacity < terms->count) {
        uint32_t capacity = terms->capacity;
        r->image = memory_resize(r->image, (size_t)capacity * sizeof *r->image);
        r->stamp = memory_resize(r->stamp, (size_t)capacity * sizeof *r->stamp);
        memset(r->stamp + r->capacity, 0, (size_t)(capacity - r->capacity) * sizeof *r->stamp);
        r->capacity = capacity;
    }
    if (++r->epoch == 0) {
        memset(r->stamp, 0, (size_t)r->capacity * sizeof *r->stamp);
        r->epoch = 1;
    }
}

static void set_image(struct terms *terms, term t, term image)
{
    assert(t < terms->renaming.capacity);
    terms->renaming.image[t] = image;
    terms->renaming.stamp[t] = terms->renaming.epoch;
}

bool term_is_renamed(const struct terms *terms, term t)
{
    return t < terms->renaming.capacity && terms->renaming.stamp[t] == terms->renaming.epoch;
}

void term_rename_input(struct terms *terms, term input, term image)
{
    assert(table_is(terms, input, TERM_INPUT) && table_width(terms, input) == table_width(terms, image));
    set_image(terms, input, image);
}

static term build(struct terms *terms, const struct term_node *n, const term *kid)
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
        kid[i] = terms->renaming.image[n.kid[i]];
        changed |= kid[i] != n.kid[i];
    }
    set_image(terms, t, changed ? build(terms, &n, kid) : t);
}

term term_rename(struct terms *terms, term t)
{
    struct term_renaming *r = &terms->renaming;
    vector_clear(&r->stack);
    vector_push(&r->stack, t);
    while (r->stack.size) {
        term top = vector_last(&r->stack);
        const struct term_node *n = &terms->nodes[top];
        uint32_t waiting = r->stack.size;
        for (unsigned i = 0; !term_is_renamed(terms, top) && i < term_kind_kids[n->kind]; i++)
            if (!term_is_renamed(terms, n->kid[i]))
                vector_push(&r->stack, n->kid[i]);
        if (r->stack.size > waiting)
            continue;
        if (!term_is_renamed(terms, top))
            build_image(terms, top);
        (void)vector_pop(&r->stack);
    }
    return r->image[t];
}
