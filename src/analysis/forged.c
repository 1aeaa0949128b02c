// Addresses made from numbers: an access through one may be anywhere (the unknown object), and every object
// may be accessed so. A program can learn an address in ways that no points-to set follows: it guesses a
// number and compares it, takes an address apart bit by bit through branches and puts it together, reads it
// back from a text. What all these ways have in common is their end: a number that is no constant, and no
// pointer that is moved, is used as an address.
#include "analysis/pointers.h"

#include "base/bit_array.h"

// More that is added to a number may be the address of a variable, of which the number is an index.
enum { MOST_ADDED = 1 << 15 };

// Representatives of nodes that may hold a number, and those of them whose edges are still to be followed.
struct numbers {
    struct points_to *pt;
    uint64_t *found;
    const uint64_t *starts; // nodes from which they are computed; NULL: all
    const uint64_t *stops;  // nodes from which they are not followed; NULL: none
    const uint64_t *loose;  // nodes in which they are not told from the addresses there
    VECTOR(uint32_t) work;
};

static struct numbers numbers_new(struct points_to *pt)
{
    return (struct numbers){.pt = pt, .found = bit_array_new(pt->solver.nodes.size)};
}

static void numbers_free(struct numbers *n)
{
    memory_free(n->found);
    vector_free(&n->work);
}

static void numbers_add(struct numbers *n, uint32_t node)
{
    if (bit_array_add(n->found, node) && !(n->stops && bit_array_has(n->stops, node)))
        vector_push(&n->work, node);
}

// ---- nodes

static bool is_empty(const struct node *n)
{
    return bits_count(&n->points) == 0;
}

static bool is_input_alone(const struct node *n)
{
    return bits_count(&n->points) == 1 && bits_has(&n->points, PLACE_INPUT);
}

static const struct node *node_at(struct points_to *pt, uint32_t node)
{
    return &pt->solver.nodes.data[solver_representative(&pt->solver, node)];
}

// Whether what flows along the edge stays the number that it is, but for a small distance.
static bool keeps_number(const struct points_to *pt, const struct edge *e)
{
    struct transform t = pt->solver.transforms.data[e->transform];
    return !t.stride && t.add <= MOST_ADDED && t.add >= -MOST_ADDED;
}

// ---- numbers

// Whether a number that flows along the edge, to a node that may hold addresses, may be used as one.
static bool merges(const struct numbers *n, uint32_t to, const struct edge *e)
{
    return keeps_number(n->pt, e) && !(n->loose && bit_array_has(n->loose, to));
}

// Adds where the numbers go: as they are, where a node may hold a number on one way and an address on
// another, and computed with, where there is no address at all. `alone`: only to nodes that never hold an
// address.
static void follow_numbers(struct numbers *n, bool alone)
{
    struct solver *s = &n->pt->solver;
    while (n->work.size) {
        const struct node *from = &s->nodes.data[vector_pop(&n->work)];
        for (uint32_t k = 0; k < from->edges.size; k++) {
            uint32_t to = solver_representative(s, from->edges.data[k].to);
            if (is_empty(&s->nodes.data[to]) || (!alone && merges(n, to, &from->edges.data[k])))
                numbers_add(n, to);
        }
    }
}

// Numbers made from inputs alone.
static void find_inputs(struct numbers *n)
{
    struct solver *s = &n->pt->solver;
    for (uint32_t k = 0; k < s->nodes.size; k++)
        if (solver_is_representative(s, k) && is_input_alone(&s->nodes.data[k]))
            numbers_add(n, k);
    follow_numbers(n, false);
}

// Those of the inputs that are in one of these nodes, and where they go from there.
static void find_inputs_from(struct numbers *n, const struct numbers *inputs, const uint64_t *nodes)
{
    for (uint32_t k = 0; k < n->pt->solver.nodes.size; k++)
        if (bit_array_has(inputs->found, k) && bit_array_has(nodes, k))
            numbers_add(n, k);
    follow_numbers(n, false);
}

// What is computed along the edges of a node without an address, and has none itself: more than a constant
// and a small distance from it, which is what a null pointer and a member of what it points to are.
static void find_results(struct numbers *n, const struct node *from)
{
    struct solver *s = &n->pt->solver;
    for (uint32_t k = 0; k < from->edges.size; k++) {
        uint32_t to = solver_representative(s, from->edges.data[k].to);
        if (is_empty(&s->nodes.data[to]) && !keeps_number(n->pt, &from->edges.data[k]))
            numbers_add(n, to);
    }
}

static bool may_start(const struct numbers *n, uint32_t node)
{
    return !n->starts || bit_array_has(n->starts, node);
}

// Numbers that are computed, differences of addresses among them; and what was never set, where it stands
// alone.
static void find_computed(struct numbers *n, const uint64_t *differences)
{
    struct solver *s = &n->pt->solver;
    for (uint32_t k = 0; k < s->nodes.size; k++)
        if (solver_is_representative(s, k) && is_empty(&s->nodes.data[k]) && may_start(n, k))
            find_results(n, &s->nodes.data[k]);
    for (uint32_t k = 0; k < s->nodes.size; k++)
        if (bit_array_has(differences, k) && may_start(n, k))
            numbers_add(n, k);
    follow_numbers(n, false);
    for (uint32_t k = 0; k < n->pt->undefined.size; k++)
        if (is_empty(node_at(n->pt, n->pt->undefined.data[k])))
            numbers_add(n, solver_representative(s, n->pt->undefined.data[k]));
    follow_numbers(n, true);
}

// ---- addresses

static bool is_dereference(enum rule_kind kind)
{
    return kind == RULE_LOAD || kind == RULE_STORE || kind == RULE_UPDATE || kind == RULE_COPY_TO ||
           kind == RULE_COPY_FROM || kind == RULE_COPY_HUB || kind == RULE_CALL || kind == RULE_START ||
           kind == RULE_ONCE || kind == RULE_ACCESS;
}

static bool is_dereferenced(const struct points_to *pt, const struct node *n)
{
    for (uint32_t r = n->first_rule; r != NO_RULE; r = pt->solver.rules.data[r].next)
        if (is_dereference(pt->solver.rules.data[r].kind))
            return true;
    return false;
}

// Nodes that are addresses in the code of the program, as a set of representatives. Owned by the caller.
static uint64_t *find_addresses(struct points_to *pt)
{
    uint64_t *found = bit_array_new(pt->solver.nodes.size);
    for (uint32_t k = 0; k < pt->addresses.size; k++)
        bit_array_add(found, solver_representative(&pt->solver, pt->addresses.data[k]));
    return found;
}

void forged_note_address(struct points_to *pt, uint32_t instance, uint32_t node)
{
    if (node != NO_NODE && !instances_of_library(pt, instance))
        vector_push(&pt->addresses, node);
}

// Nodes of registers in the code of the program, as a set of representatives. `with_memory`: and of the
// content of its objects, which inputs come to as well. Owned by the caller.
static uint64_t *find_program(struct points_to *pt, bool with_memory)
{
    uint64_t *found = bit_array_new(pt->solver.nodes.size);
    for (uint32_t k = 0; k < pt->instances.size; k++) {
        const struct instance *i = &pt->instances.data[k];
        for (uint32_t w = 0; !instances_of_library(pt, k) && w < pt->webs[i->function]->count; w++)
            bit_array_add(found, solver_representative(&pt->solver, i->base + w));
    }
    for (uint32_t k = 0; k < pt->cells.size && with_memory; k++)
        if (!(pt->objects.list.data[pt->cells.data[k].object].flags & ABSTRACT_RUNTIME)) {
            bit_array_add(found, solver_representative(&pt->solver, pt->cells.data[k].in));
            bit_array_add(found, solver_representative(&pt->solver, pt->cells.data[k].out));
        }
    return found;
}

// Nodes of the content of variable arguments, as a set of representatives: numbers that are printed and texts
// that are printed are one there. Owned by the caller.
static uint64_t *find_variable_arguments(struct points_to *pt)
{
    uint64_t *found = bit_array_new(pt->solver.nodes.size);
    for (uint32_t k = 0; k < pt->cells.size; k++)
        if (pt->objects.list.data[pt->cells.data[k].object].kind == ABSTRACT_VARARGS) {
            bit_array_add(found, solver_representative(&pt->solver, pt->cells.data[k].in));
            bit_array_add(found, solver_representative(&pt->solver, pt->cells.data[k].out));
        }
    return found;
}

// Nodes of the content of objects anywhere, where all that lies in one is taken together, as a set of
// representatives. Owned by the caller.
static uint64_t *find_loose(struct points_to *pt)
{
    uint64_t *found = bit_array_new(pt->solver.nodes.size);
    for (uint32_t k = 0; k < pt->cells.size; k++)
        if (pt->cells.data[k].stride == ANY_OFFSET_STRIDE)
            bit_array_add(found, solver_representative(&pt->solver, pt->cells.data[k].out));
    return found;
}

// ---- the search

// Adds the unknown object to the nodes that are forged addresses. The runtime library computes no address
// from numbers or inputs, so that it has one only where it has been given one: of computed numbers, where
// there is nothing else. False: there are no new ones.
static bool add_unknown(struct points_to *pt)
{
    uint64_t *addresses = find_addresses(pt), *variable_arguments = find_variable_arguments(pt),
             *program = find_program(pt, false), *memory = find_program(pt, true),
             *differences = address_differences_find(pt), *loose = find_loose(pt);
    struct numbers inputs = numbers_new(pt), given_inputs = numbers_new(pt);
    struct numbers computed = numbers_new(pt), given = numbers_new(pt);
    computed.loose = given.loose = loose;
    given.starts = program;
    given.stops = given_inputs.stops = variable_arguments;
    bool new = false;
    find_inputs(&inputs);
    find_inputs_from(&given_inputs, &inputs, memory);
    find_computed(&computed, differences);
    find_computed(&given, differences);
    for (uint32_t k = 0, count = pt->solver.nodes.size; k < count; k++) {
        const struct node *n = &pt->solver.nodes.data[k];
        bool number =
            bit_array_has(addresses, k)
                ? bit_array_has(inputs.found, k) || bit_array_has(computed.found, k)
                : bit_array_has(given_inputs.found, k) ||
                      ((is_empty(n) || bit_array_has(differences, k)) && bit_array_has(given.found, k));
        if (number && !bits_has(&n->points, PLACE_UNKNOWN) && is_dereferenced(pt, n)) {
            solver_add_place(&pt->solver, k, PLACE_UNKNOWN);
            new = true;
            pt->forged++;
        }
    }
    memory_free(addresses);
    numbers_free(&inputs);
    numbers_free(&given_inputs);
    numbers_free(&computed);
    numbers_free(&given);
    memory_free(variable_arguments);
    memory_free(program);
    memory_free(memory);
    memory_free(differences);
    memory_free(loose);
    return new;
}

bool forged_find(struct points_to *pt)
{
    bool new = add_unknown(pt);
    if (new)
        for (uint32_t g = 0; g < pt->program->globals_count; g++)
            objects_global(&pt->objects, g);
    for (uint32_t k = 0; pt->forged && k < pt->objects.list.size; k++) {
        if (k == OBJECT_INPUT || pt->objects.list.data[k].flags & ABSTRACT_ESCAPED)
            continue;
        new = true;
        solver_add_place(&pt->solver, pt->unknown, objects_place(&pt->objects, k, 0, ANY_OFFSET_STRIDE));
    }
    return new;
}
