#include "analysis/same_values.h"

#include "analysis/registers.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/rules.h"

#include <stdlib.h>
#include <string.h>

// Values of registers get classes: numbers, equal in both functions where the values are the same. Classes of
// merges are refined from "merges at that place" by the classes of what they merge, until no class is split
// any more (partition refinement, Hopcroft 1971).
enum { MOST_ROUNDS = 200 };

// Tuples of numbers, each with a number of its own: what is a class is compared exactly.
struct tuples {
    struct index index;
    VECTOR(uint64_t) words;
    VECTOR(uint32_t) starts; // in words; of as many tuples as there are, and where the next one would be
};

// The first word of a tuple says what it stands for.
enum tuple_kind {
    TUPLE_CODE,      // an instruction without a counterpart, or a pair; which
    TUPLE_VALUE,     // that, and which of the registers it writes
    TUPLE_CONSTANT,  // a number
    TUPLE_ENTRY,     // a parameter; 0: nothing yet
    TUPLE_MERGES,    // all merges at a place
    TUPLE_MERGE,     // of classes, at a place
    TUPLE_SIDES,     // of a branch
    TUPLE_CONDITION, // the sides of several branches, ascending
};

struct side {
    struct tuples *tuples;  // of both sides
    VECTOR(uint64_t) tuple; // that is put together
    const struct program *program;
    struct flow *flow;
    struct registers *registers;
    uint32_t *code;    // pairs
    uint64_t *classes; // of merges
    uint64_t *refined; // of the next round
    uint64_t *places;  // by node: where it stands; equal for nodes that correspond
    uint64_t *control; // by node: on which sides of which pairs it depends; with another control flow
    enum version version;
};

static bool is_tuple(const struct tuples *t, uint32_t number, const uint64_t *words, uint32_t count)
{
    uint32_t first = t->starts.data[number], end = t->starts.data[number + 1];
    return end - first == count && memcmp(t->words.data + first, words, count * sizeof *words) == 0;
}

static uint64_t tuple_number(struct tuples *t, const uint64_t *words, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t k = 0; k < count; k++)
        hash = hash_combine(hash, words[k]);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&t->index, hash, &at)) != INDEX_NONE;)
        if (is_tuple(t, n, words, count))
            return n;
    if (!t->starts.size)
        vector_push(&t->starts, 0);
    for (uint32_t k = 0; k < count; k++)
        vector_push(&t->words, words[k]);
    vector_push(&t->starts, t->words.size);
    index_add(&t->index, hash, t->starts.size - 2);
    return t->starts.size - 2;
}

#define TUPLE(s, ...)                                                                                        \
    tuple_number((s)->tuples, (const uint64_t[]){__VA_ARGS__},                                               \
                 (uint32_t)(sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)))

static uint64_t own_tuple(struct side *s)
{
    return tuple_number(s->tuples, s->tuple.data, s->tuple.size);
}

static void tuples_free(struct tuples *t)
{
    index_free(&t->index);
    vector_free(&t->words);
    vector_free(&t->starts);
}

static void side_make(struct side *s, struct tuples *tuples, const struct program *program, uint32_t function,
                      uint32_t *code, enum version version)
{
    *s = (struct side){.tuples = tuples, .program = program, .code = code, .version = version};
    s->flow = flow_compute(program, function, NULL, NULL);
    s->registers = registers_compute(program, s->flow);
    s->classes = memory_alloc(((size_t)s->registers->merge_count + 1) * sizeof *s->classes);
    s->refined = memory_alloc(((size_t)s->registers->merge_count + 1) * sizeof *s->refined);
    s->places = memory_zalloc((size_t)s->flow->count + 1, sizeof *s->places);
    s->control = memory_zalloc((size_t)s->flow->count + 1, sizeof *s->control);
}

static void side_free(struct side *s)
{
    registers_free(s->registers);
    flow_free(s->flow);
    vector_free(&s->tuple);
    memory_free(s->classes);
    memory_free(s->refined);
    memory_free(s->places);
    memory_free(s->control);
}

// ---- classes

// Which of the registers that an instruction writes.
static uint32_t written_word(const struct instruction *i, uint32_t number)
{
    if (i->op == OP_LOOP)
        return 0;
    return i->op == OP_CMPXCHG && number == i->b ? UINT32_MAX : number - i->d;
}

// An instruction without a pair is in a class of its own; pairs are named by the old one.
static uint64_t code_name(struct side *s, uint32_t code)
{
    uint32_t pair = s->code[code], name = s->version == VERSION_OLD || pair == NO_CODE ? code : pair;
    uint64_t sort = pair != NO_CODE ? 0 : s->version == VERSION_OLD ? 1 : 2;
    return TUPLE(s, TUPLE_CODE, sort, name);
}

static uint64_t code_class(struct side *s, uint32_t code, uint32_t number)
{
    const struct instruction *i = &s->program->code[code];
    if (counterpart_constant(i))
        return TUPLE(s, TUPLE_CONSTANT, instruction_immediate(i));
    return TUPLE(s, TUPLE_VALUE, code_name(s, code), written_word(i, number));
}

static uint64_t value_class(struct side *s, struct register_value value, uint32_t number)
{
    switch (value.kind) {
    case VALUE_CODE: return code_class(s, value.number, number);
    case VALUE_MERGE: return s->classes[value.number];
    default: break;
    }
    // What is no parameter holds nothing yet.
    bool parameter = value.number < s->program->functions[s->flow->function].parameter_words;
    return TUPLE(s, TUPLE_ENTRY, parameter ? value.number + UINT64_C(1) : 0);
}

static void first_classes(struct side *s)
{
    for (uint32_t m = 0; m < s->registers->merge_count; m++)
        s->classes[m] = TUPLE(s, TUPLE_MERGES, s->places[s->registers->merge_nodes[m]]);
}

static void refine(struct side *s)
{
    const struct registers *r = s->registers;
    for (uint32_t m = 0; m < r->merge_count; m++) {
        vector_clear(&s->tuple);
        vector_push(&s->tuple, TUPLE_MERGE);
        vector_push(&s->tuple, s->places[r->merge_nodes[m]]);
        for (uint32_t k = r->merge_starts[m]; k < r->merge_starts[m + 1]; k++)
            vector_push(&s->tuple, value_class(s, r->operands[k], r->merge_registers[m]));
        s->refined[m] = own_tuple(s);
    }
}

static void take_refined(struct side *s)
{
    uint64_t *classes = s->classes;
    s->classes = s->refined;
    s->refined = classes;
}

// Whether merges of one class are still in one class, in both functions, and those of several in several.
struct split_check {
    struct index index; // by class; the number of a merge in `was`
    VECTOR(uint64_t) was, is;
};

static bool keeps_class(struct split_check *c, uint64_t was, uint64_t is)
{
    for (uint32_t at = index_begin(was), n; (n = index_next(&c->index, was, &at)) != INDEX_NONE;)
        if (vector_at(&c->was, n) == was)
            return vector_at(&c->is, n) == is;
    index_add(&c->index, was, c->was.size);
    vector_push(&c->was, was);
    vector_push(&c->is, is);
    return true;
}

static bool is_stable(const struct side sides[2])
{
    struct split_check c = {0};
    bool stable = true;
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW && stable; v++)
        for (uint32_t m = 0; m < sides[v].registers->merge_count && stable; m++)
            stable = keeps_class(&c, sides[v].classes[m], sides[v].refined[m]);
    index_free(&c.index);
    vector_free(&c.was);
    vector_free(&c.is);
    return stable;
}

// False: too many rounds.
static bool classify(struct side sides[2])
{
    first_classes(&sides[VERSION_OLD]);
    first_classes(&sides[VERSION_NEW]);
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        refine(&sides[VERSION_OLD]);
        refine(&sides[VERSION_NEW]);
        if (is_stable(sides))
            return true;
        take_refined(&sides[VERSION_OLD]);
        take_refined(&sides[VERSION_NEW]);
    }
    return false;
}

// ---- control

// Nodes correspond by their number, or by the first pair in them.
static void find_places(struct side *s, bool same_ways)
{
    for (uint32_t n = 0; n < s->flow->count; n++) {
        const struct flow_node *node = &s->flow->nodes[n];
        uint32_t code = node->first;
        while (code < node->end && s->code[code] == NO_CODE)
            code = code_next(s->program, code);
        s->places[n] = same_ways ? n : code_name(s, code < node->end ? code : node->first);
    }
}

// Which sides of the branch, or ways of the switch, lead to the node for sure.
static uint64_t sides_to(struct side *s, uint32_t last, uint32_t node)
{
    const struct instruction *i = &s->program->code[last];
    const uint32_t *table = s->program->operands + i->b;
    uint32_t count = i->op == OP_BRANCH ? 2 : table[0] + 1;
    uint64_t name = code_name(s, last);
    vector_clear(&s->tuple);
    vector_push(&s->tuple, TUPLE_SIDES);
    vector_push(&s->tuple, name);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t target = i->op == OP_BRANCH ? (k ? i->d : i->b) : k ? table[1 + 2 * k] : table[1];
        if (graph_tree_above(&s->flow->post_dominator_tree, node, flow_node_at(s->flow, target)))
            vector_push(&s->tuple, k);
    }
    return own_tuple(s);
}

static int compare_sides(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

// On which sides of which pairs the node depends. False: something else than a branch decides, as where a
// loop never ends.
static bool find_condition(struct side *s, uint32_t node)
{
    const struct flow *flow = s->flow;
    VECTOR(uint64_t) sides = {0};
    bool branches = true;
    for (uint32_t k = flow->controllers.starts[node]; k < flow->controllers.starts[node + 1] && branches;
         k++) {
        uint32_t last = flow_last(s->program, flow, flow->controllers.targets[k]);
        unsigned op = s->program->code[last].op;
        branches = op == OP_BRANCH || op == OP_SWITCH;
        if (branches && s->code[last] != NO_CODE)
            vector_push(&sides, sides_to(s, last, node));
    }
    if (sides.size)
        qsort(sides.data, sides.size, sizeof *sides.data, compare_sides); // a set
    vector_clear(&s->tuple);
    vector_push(&s->tuple, TUPLE_CONDITION);
    for (uint32_t k = 0; k < sides.size; k++)
        vector_push(&s->tuple, sides.data[k]);
    s->control[node] = own_tuple(s);
    vector_free(&sides);
    return branches;
}

static bool find_control(struct side *s)
{
    for (uint32_t n = 0; n < s->flow->count; n++)
        if (!find_condition(s, n))
            return false;
    return true;
}

static uint64_t control_of(const struct side *s, uint32_t code)
{
    return s->control[flow_node_at(s->flow, code)];
}

// ---- pairs

static bool reads_the_same(struct side sides[2], uint32_t code, uint32_t other)
{
    uint32_t count, other_count;
    const struct register_use *a = registers_uses(sides[VERSION_OLD].registers, code, &count);
    const struct register_use *b = registers_uses(sides[VERSION_NEW].registers, other, &other_count);
    bool same_control = control_of(&sides[VERSION_OLD], code) == control_of(&sides[VERSION_NEW], other);
    if (count != other_count || (!same_control && rule_holds(RULE_EDIT_CONTROL)))
        return false;
    for (uint32_t k = 0; k < count && rule_holds(RULE_EDIT_VALUES); k++)
        if (value_class(&sides[VERSION_OLD], a[k].value, a[k].number) !=
            value_class(&sides[VERSION_NEW], b[k].value, b[k].number))
            return false;
    return true;
}

// Whether there was any.
static bool drop_pairs(struct side sides[2])
{
    VECTOR(uint32_t) dropped = {0};
    const struct side *s = &sides[VERSION_OLD];
    for (uint32_t code = s->flow->first; code < s->flow->end; code = code_next(s->program, code))
        if (s->code[code] != NO_CODE && !reads_the_same(sides, code, s->code[code]))
            vector_push(&dropped, code);
    for (uint32_t k = 0; k < dropped.size; k++) {
        sides[VERSION_NEW].code[s->code[dropped.data[k]]] = NO_CODE;
        s->code[dropped.data[k]] = NO_CODE;
    }
    bool any = dropped.size > 0;
    vector_free(&dropped);
    return any;
}

static bool classify_until_stable(struct side sides[2], bool same_ways)
{
    do {
        for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
            find_places(&sides[v], same_ways);
            if (!same_ways && !find_control(&sides[v]))
                return false;
        }
        if (!classify(sides))
            return false;
    } while (drop_pairs(sides));
    return true;
}

bool same_values_keep(const struct program *const programs[2], uint32_t old_function, uint32_t new_function,
                      uint32_t *const code[2], bool same_ways)
{
    struct side sides[2];
    struct tuples tuples = {0};
    side_make(&sides[VERSION_OLD], &tuples, programs[VERSION_OLD], old_function, code[VERSION_OLD],
              VERSION_OLD);
    side_make(&sides[VERSION_NEW], &tuples, programs[VERSION_NEW], new_function, code[VERSION_NEW],
              VERSION_NEW);
    bool known = classify_until_stable(sides, same_ways);
    side_free(&sides[VERSION_OLD]);
    side_free(&sides[VERSION_NEW]);
    tuples_free(&tuples);
    return known;
}
