// The inputs of a table, and the set of inputs in each term. Sets are interned: a term costs four bytes, and
// the many terms over the same inputs share one list.
#include "base/failure.h"
#include "base/hash.h"
#include "term/table.h"

#define NOT_COMPUTED 0u
#define EMPTY_SET 1u

static uint64_t input_hash(const struct term_input *i)
{
    return hash_combine(hash_combine(i->maker, i->number), (uint64_t)i->kind << 8 | i->width);
}

void table_add_input(struct terms *terms, const struct term_input *input)
{
    vector_push(&terms->inputs, *input);
    index_add(&terms->input_index, input_hash(input), terms->inputs.size - 1);
}

term term_input(struct terms *terms, uint64_t maker, uint64_t number, unsigned width, enum input_kind kind)
{
    if (width == 0 || width > 64)
        failure_contradiction("an input of no bits or of more than 64");
    struct term_input input = {maker, number, (uint8_t)width, (uint8_t)kind, TERM_NONE};
    uint64_t hash = input_hash(&input);
    for (uint32_t at = index_begin(hash), n;
         (n = index_next(&terms->input_index, hash, &at)) != INDEX_NONE;) {
        const struct term_input *known = &terms->inputs.data[n];
        if (known->maker == maker && known->number == number && known->width == width && known->kind == kind)
            return known->self;
    }
    input.self = table_intern(terms, TERM_INPUT, width, TERM_NONE, TERM_NONE, TERM_NONE, terms->inputs.size);
    table_add_input(terms, &input);
    return input.self;
}

uint32_t term_input_count(const struct terms *terms)
{
    return terms->inputs.size;
}

const struct term_input *term_input_get(const struct terms *terms, uint32_t index)
{
    assert(index < terms->inputs.size);
    return &terms->inputs.data[index];
}

static uint64_t hash_input_set(const uint32_t *members, uint32_t size)
{
    uint64_t hash = size;
    for (uint32_t i = 0; i < size; i++)
        hash = hash_combine(hash, members[i]);
    return hash;
}

// The set whose members are the last `size` of `members`; they stay there only if the set is new.
static uint32_t set_intern_tail(struct term_input_sets *sets, uint32_t size)
{
    uint32_t start = sets->members.size - size;
    const uint32_t *members = sets->members.data + start;
    uint64_t hash = hash_input_set(members, size);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&sets->index, hash, &at)) != INDEX_NONE;) {
        const struct term_input_set *known = &sets->sets.data[n];
        if (known->size == size &&
            memcmp(sets->members.data + known->start, members, size * sizeof *members) == 0) {
            sets->members.size = start;
            return n;
        }
    }
    vector_push(&sets->sets, (struct term_input_set){start, size});
    index_add(&sets->index, hash, sets->sets.size - 1);
    return sets->sets.size - 1;
}

static uint32_t set_union(struct term_input_sets *sets, uint32_t a, uint32_t b)
{
    struct term_input_set x = sets->sets.data[a], y = sets->sets.data[b];
    vector_reserve(&sets->members, (uint64_t)sets->members.size + x.size + y.size);
    const uint32_t *p = sets->members.data + x.start, *p_end = p + x.size;
    const uint32_t *q = sets->members.data + y.start, *q_end = q + y.size;
    uint32_t *out = sets->members.data + sets->members.size, size = 0;
    while (p < p_end || q < q_end) {
        uint32_t next = q == q_end || (p < p_end && *p <= *q) ? *p : *q;
        p += p < p_end && *p == next;
        q += q < q_end && *q == next;
        out[size++] = next;
    }
    if (size == x.size || size == y.size) // one contains the other
        return size == x.size ? a : b;
    sets->members.size += size;
    return set_intern_tail(sets, size);
}

// Unions of two sets come back all over a term: the last ones are remembered.
static uint32_t set_union_again(struct term_input_sets *sets, uint32_t a, uint32_t b)
{
    if (a == b || b == EMPTY_SET)
        return a;
    if (a == EMPTY_SET)
        return b;
    uint64_t pair = (uint64_t)a << 32 | b;
    struct term_input_union *known = &sets->unions[hash_mix(pair) % TERM_INPUT_UNIONS];
    if (known->pair != pair) {
        uint32_t result = set_union(sets, a, b);
        *known = (struct term_input_union){pair, result};
    }
    return known->result;
}

static void prepare_sets(struct terms *terms)
{
    struct term_input_sets *sets = &terms->sets;
    if (!sets->sets.size) {
        struct term_input_set nothing = {0, 0};
        vector_push(&sets->sets, nothing); // NOT_COMPUTED
        vector_reserve(&sets->members, 64);
        set_intern_tail(sets, 0); // EMPTY_SET
    }
    if (sets->of_term_capacity < terms->count) {
        uint32_t capacity = terms->capacity;
        sets->of_term = memory_resize(sets->of_term, (size_t)capacity * sizeof *sets->of_term);
        memset(sets->of_term + sets->of_term_capacity, 0,
               (size_t)(capacity - sets->of_term_capacity) * sizeof *sets->of_term);
        sets->of_term_capacity = capacity;
    }
}

static uint32_t set_of_node(struct terms *terms, const struct term_node *n)
{
    struct term_input_sets *sets = &terms->sets;
    if (n->kind == TERM_INPUT) {
        vector_push(&sets->members, (uint32_t)n->value);
        return set_intern_tail(sets, 1);
    }
    uint32_t set = EMPTY_SET;
    for (unsigned i = 0; i < term_kind_kids[n->kind]; i++)
        set = set_union_again(sets, set, sets->of_term[n->kid[i]]);
    return set;
}

static uint32_t set_of_term(struct terms *terms, term t)
{
    prepare_sets(terms);
    struct term_input_sets *sets = &terms->sets;
    if (sets->of_term[t] != NOT_COMPUTED)
        return sets->of_term[t];
    vector_clear(&sets->stack);
    vector_push(&sets->stack, t);
    while (sets->stack.size) {
        term top = vector_last(&sets->stack);
        const struct term_node *n = &terms->nodes[top];
        uint32_t waiting = sets->stack.size;
        for (unsigned i = 0; i < term_kind_kids[n->kind]; i++)
            if (sets->of_term[n->kid[i]] == NOT_COMPUTED)
                vector_push(&sets->stack, n->kid[i]);
        if (sets->stack.size > waiting)
            continue;
        sets->of_term[top] = set_of_node(terms, n);
        (void)vector_pop(&sets->stack);
    }
    return sets->of_term[t];
}

const uint32_t *term_inputs(struct terms *terms, term t, uint32_t *count)
{
    uint32_t index = set_of_term(terms, t);
    struct term_input_set set = terms->sets.sets.data[index];
    *count = set.size;
    return terms->sets.members.data + set.start;
}

bool term_mentions_input(struct terms *terms, term t, uint32_t input)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(terms, t, &count);
    for (uint32_t i = 0; i < count; i++)
        if (inputs[i] == input)
            return true;
    return false;
}

bool term_has_input_kind(struct terms *terms, term t, enum input_kind kind)
{
    uint32_t count;
    const uint32_t *inputs = term_inputs(terms, t, &count);
    for (uint32_t i = 0; i < count; i++)
        if (terms->inputs.data[inputs[i]].kind == kind)
            return true;
    return false;
}
