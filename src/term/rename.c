// Inputs exchanged for others. Images are kept from one renaming to the next: of a term that grows from state
// to state only what is new is built, as long as its inputs have the images that they had.
#include "term/table.h"

static void forget_renamings(struct term_renaming *r)
{
    vector_clear(&r->inputs);
    if (r->capacity)
        memset(r->stamp, 0, (size_t)r->capacity * sizeof *r->stamp);
    r->epoch = 1;
}

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
    if (++r->epoch == 0)
        forget_renamings(r);
}

bool term_input_is_renamed(const struct terms *terms, uint32_t input)
{
    const struct term_renaming *r = &terms->renaming;
    return input < r->inputs.size && r->inputs.data[input].given == r->epoch;
}

void term_rename_input(struct terms *terms, uint32_t input, term image)
{
    struct term_renaming *r = &terms->renaming;
    assert(input < terms->inputs.size && terms->inputs.data[input].width == table_width(terms, image));
    while (r->inputs.size <= input)
        vector_push(&r->inputs, (struct term_renamed_input){0});
    struct term_renamed_input *i = &r->inputs.data[input];
    if (i->image != image)
        *i = (struct term_renamed_input){.image = image, .since = r->epoch};
    i->given = r->epoch;
}

static void set_image(struct terms *terms, term t, term image)
{
    assert(t < terms->renaming.capacity);
    terms->renaming.image[t] = image;
    terms->renaming.stamp[t] = terms->renaming.epoch;
}

static bool has_image(struct terms *terms, term t)
{
    const struct term_renaming *r = &terms->renaming;
    uint32_t count, stamp = r->stamp[t];
    if (!stamp || stamp == r->epoch)
        return stamp;
    const uint32_t *inputs = term_inputs(terms, t, &count);
    for (uint32_t k = 0; k < count; k++)
        if (r->inputs.data[inputs[k]].since > stamp)
            return false;
    return true;
}

term term_rebuild(struct terms *terms, term t, const term *kid)
{
    const struct term_node node = terms->nodes[t], *n = &node;
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
    if (n.kind == TERM_INPUT) {
        set_image(terms, t, terms->renaming.inputs.data[n.value].image);
        return;
    }
    term kid[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
    bool changed = false;
    for (unsigned i = 0; i < term_kind_kids[n.kind]; i++) {
        kid[i] = terms->renaming.image[n.kid[i]];
        changed |= kid[i] != n.kid[i];
    }
    set_image(terms, t, changed ? term_rebuild(terms, t, kid) : t);
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
        for (unsigned i = 0; !has_image(terms, top) && i < term_kind_kids[n->kind]; i++)
            if (!has_image(terms, n->kid[i]))
                vector_push(&r->stack, n->kid[i]);
        if (r->stack.size > waiting)
            continue;
        if (!has_image(terms, top))
            build_image(terms, top);
        (void)vector_pop(&r->stack);
    }
    return r->image[t];
}
