#include "term/table.h"

#include "base/hash.h"
#include "term/bounds.h"
#include "term/build.h"

#define FIRST_NODES 512u

const uint8_t term_kind_kids[TERM_KIND_COUNT] = {
#define TERM(name, kids, text) [TERM_##name] = kids,
    TERM_KINDS(TERM)
#undef TERM
};

struct terms *terms_new(void)
{
    struct terms *terms = memory_zalloc(1, sizeof *terms);
    terms->memo = memory_zalloc(BUILD_MEMO_SIZE, sizeof *terms->memo);
    terms->capacity = FIRST_NODES;
    terms->nodes = memory_zalloc(terms->capacity, sizeof *terms->nodes);
    terms->facts = memory_zalloc(terms->capacity, sizeof *terms->facts);
    terms->count = 1; // TERM_NONE
    term_constant(terms, 1, 0);
    term_constant(terms, 1, 1);
    return terms;
}

void terms_free(struct terms *terms)
{
    if (!terms)
        return;
    memory_free(terms->nodes);
    memory_free(terms->facts);
    index_free(&terms->index);
    memory_free(terms->memo);
    vector_free(&terms->inputs);
    index_free(&terms->input_index);
    memory_free(terms->evaluation.memo);
    memory_free(terms->evaluation.high);
    vector_free(&terms->evaluation.stack);
    vector_free(&terms->sets.sets);
    vector_free(&terms->sets.members);
    memory_free(terms->sets.of_term);
    index_free(&terms->sets.index);
    vector_free(&terms->sets.stack);
    vector_free(&terms->renaming.inputs);
    memory_free(terms->renaming.image);
    memory_free(terms->renaming.stamp);
    vector_free(&terms->renaming.stack);
    memory_free(terms);
}

const struct term_node *term_get(const struct terms *terms, term t)
{
    assert(t && t < terms->count);
    return &terms->nodes[t];
}

uint32_t term_count(const struct terms *terms)
{
    return terms->count;
}

static void grow_nodes(struct terms *terms)
{
    uint32_t capacity = memory_doubled(terms->capacity);
    terms->nodes = memory_resize(terms->nodes, (size_t)capacity * sizeof *terms->nodes);
    terms->facts = memory_resize(terms->facts, (size_t)capacity * sizeof *terms->facts);
    terms->capacity = capacity;
}

// Whether the facts leave only one value.
static bool has_one_value(enum term_kind kind, unsigned width, const struct term_facts *facts)
{
    return width <= 64 && facts->low == facts->high && kind > TERM_INPUT &&
           (kind != TERM_EXTRACT || width == 1);
}

term table_intern(struct terms *terms, enum term_kind kind, unsigned width, term a, term b, term c,
                  uint64_t value)
{
    uint64_t hash = hash_mix(((uint64_t)a << 32 | b) ^ ((uint64_t)kind << 56 | (uint64_t)width << 48));
    hash = hash_mix(hash ^ value * 0x9e3779b97f4a7c15u ^ c);
    for (uint32_t at = index_begin(hash), t; (t = index_next(&terms->index, hash, &at)) != INDEX_NONE;) {
        const struct term_node *n = &terms->nodes[t];
        if (n->kind == kind && n->width == width && n->kid[0] == a && n->kid[1] == b && n->kid[2] == c &&
            n->value == value)
            return t;
    }
    struct term_node node = {
        .kind = (uint8_t)kind, .width = (uint8_t)width, .kid = {a, b, c}, .value = value};
    struct term_facts facts = bounds_of_node(terms, &node);
    if (has_one_value(kind, width, &facts))
        return term_constant(terms, width, facts.low);
    // Missing kids are node 0, which has no flags.
    node.flags = terms->nodes[a].flags | terms->nodes[b].flags | terms->nodes[c].flags;
    node.flags |= kind >= TERM_FADD ? TERM_FLAG_FLOAT : 0;
    if (terms->count == terms->capacity)
        grow_nodes(terms);
    term t = terms->count;
    terms->nodes[t] = node;
    terms->facts[t] = facts;
    index_add(&terms->index, hash, t);
    terms->count++;
    terms->has_wide |= width > 64;
    return t;
}

term term_constant(struct terms *terms, unsigned width, uint64_t value)
{
    assert(width >= 1 && width <= 64);
    return table_intern(terms, TERM_CONSTANT, width, TERM_NONE, TERM_NONE, TERM_NONE,
                        value & narrow_mask(width));
}

term table_constant_wide(struct terms *terms, unsigned width, wide value)
{
    if (width <= 64)
        return term_constant(terms, width, (uint64_t)value);
    term high = term_constant(terms, width - 64, (uint64_t)(value >> 64));
    term low = term_constant(terms, 64, (uint64_t)value);
    return table_intern(terms, TERM_CONCAT, width, high, low, TERM_NONE, 0);
}

term term_constant_wide(struct terms *terms, unsigned width, uint64_t high, uint64_t low)
{
    return table_constant_wide(terms, width, (wide)high << 64 | low);
}

bool table_is_constant_wide(const struct terms *terms, term t, wide *value)
{
    const struct term_node *n = &terms->nodes[t];
    if (n->kind == TERM_CONSTANT) {
        *value = n->value;
        return true;
    }
    if (!table_is_any_constant(terms, t))
        return false;
    *value =
        (wide)terms->nodes[n->kid[0]].value << terms->nodes[n->kid[1]].width | terms->nodes[n->kid[1]].value;
    return true;
}

bool term_is_constant(const struct terms *terms, term t, uint64_t *value)
{
    if (!table_is_constant(terms, t))
        return false;
    *value = terms->nodes[t].value;
    return true;
}

bool term_is_constant_wide(const struct terms *terms, term t, uint64_t *high, uint64_t *low)
{
    wide value;
    if (!table_is_constant_wide(terms, t, &value))
        return false;
    *high = (uint64_t)(value >> 64);
    *low = (uint64_t)value;
    return true;
}

bool term_is_true(const struct terms *terms, term t)
{
    (void)terms;
    return t == TERM_TRUE;
}

bool term_is_false(const struct terms *terms, term t)
{
    (void)terms;
    return t == TERM_FALSE;
}

bool term_has_float(const struct terms *terms, term t)
{
    return terms->nodes[t].flags & TERM_FLAG_FLOAT;
}
