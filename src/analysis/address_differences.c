// Differences of addresses. Where both lie in one object, and in none beside, the difference is a number:
// what is added to it lies where that did (the length of a text, the number of an element). Otherwise it may
// lead from one object to another, and keeps the places of both; it may still be a number, where they have an
// object in common, and what is computed from such alone may be one.
#include "analysis/pointers.h"

#include "base/bit_array.h"

// Sets of more places than this are taken to have an object in common.
enum { MOST_COMPARED = 64 };

// ---- differences that may lead to another object

// The object that all places are in; OBJECT_UNKNOWN: they are in several, or in none that is known.
static uint32_t only_whole_object(const struct points_to *pt, const struct bits *places)
{
    uint32_t object = OBJECT_UNKNOWN, place;
    for (struct bits_iterator i = bits_begin(places); bits_next(&i, &place);) {
        uint32_t whole = objects_whole(&pt->objects, place);
        if (whole == OBJECT_INPUT || (object != OBJECT_UNKNOWN && whole != object))
            return OBJECT_UNKNOWN;
        object = whole;
    }
    return object;
}

// The runtime library subtracts addresses of one object only, to know a length.
static bool difference_leads_elsewhere(struct points_to *pt, const struct address_difference *d)
{
    const struct bits *left = solver_points(&pt->solver, d->left),
                      *right = solver_points(&pt->solver, d->right);
    if (bits_empty(left) && bits_empty(right))
        return false;
    if (d->of_library && !bits_empty(left) && !bits_empty(right))
        return false;
    uint32_t object = only_whole_object(pt, left);
    return object == OBJECT_UNKNOWN || object != only_whole_object(pt, right);
}

bool address_differences_connect(struct points_to *pt)
{
    bool new = false;
    for (uint32_t k = 0; k < pt->differences.size; k++) {
        struct address_difference *d = &pt->differences.data[k];
        if (d->connected || !difference_leads_elsewhere(pt, d))
            continue;
        d->connected = new = true;
        solver_add_edge(&pt->solver, d->left, d->result, d->moved);
        solver_add_edge(&pt->solver, d->right, d->result, TRANSFORM_ANY);
    }
    return new;
}

// ---- numbers

static bool have_common_object(const struct points_to *pt, const struct bits *a, const struct bits *b)
{
    if (bits_count(a) > MOST_COMPARED || bits_count(b) > MOST_COMPARED)
        return true;
    uint32_t left, right;
    for (struct bits_iterator i = bits_begin(a); bits_next(&i, &left);)
        for (struct bits_iterator k = bits_begin(b); bits_next(&k, &right);)
            if (left != PLACE_INPUT &&
                objects_whole(&pt->objects, left) == objects_whole(&pt->objects, right))
                return true;
    return false;
}

// Representatives: of the differences, and of what is computed from them.
struct difference_search {
    struct points_to *pt;
    uint64_t *differences, *found;
    VECTOR(uint32_t) work;
};

static void find_differences(struct difference_search *s)
{
    struct solver *solver = &s->pt->solver;
    for (uint32_t k = 0; k < s->pt->differences.size; k++) {
        struct address_difference d = s->pt->differences.data[k];
        uint32_t result = solver_representative(solver, d.result);
        const struct bits *left = solver_points(solver, d.left), *right = solver_points(solver, d.right);
        if ((!d.connected || have_common_object(s->pt, left, right)) &&
            bit_array_add(s->differences, result)) {
            bit_array_add(s->found, result);
            vector_push(&s->work, result);
        }
    }
}

// Whatever a difference flows to.
static void follow_differences(struct difference_search *s)
{
    while (s->work.size) {
        const struct node *from = &s->pt->solver.nodes.data[vector_pop(&s->work)];
        for (uint32_t k = 0; k < from->edges.size; k++) {
            uint32_t to = solver_representative(&s->pt->solver, from->edges.data[k].to);
            if (bit_array_add(s->found, to))
                vector_push(&s->work, to);
        }
    }
}

// An address flows to where the edges of the node lead.
static void remove_targets(struct difference_search *s, uint32_t node)
{
    const struct node *from = &s->pt->solver.nodes.data[node];
    for (uint32_t k = 0; k < from->edges.size; k++) {
        uint32_t to = solver_representative(&s->pt->solver, from->edges.data[k].to);
        if (bit_array_has(s->found, to) && !bit_array_has(s->differences, to)) {
            bit_array_remove(s->found, to);
            vector_push(&s->work, to);
        }
    }
}

static void remove_addresses(struct difference_search *s)
{
    const struct solver *solver = &s->pt->solver;
    for (uint32_t k = 0; k < solver->nodes.size; k++)
        if (solver_is_representative(solver, k) && !bits_empty(&solver->nodes.data[k].points) &&
            !bit_array_has(s->found, k))
            remove_targets(s, k);
    while (s->work.size)
        remove_targets(s, vector_pop(&s->work));
}

uint64_t *address_differences_find(struct points_to *pt)
{
    struct difference_search s = {.pt = pt,
                                  .differences = bit_array_new(pt->solver.nodes.size),
                                  .found = bit_array_new(pt->solver.nodes.size)};
    find_differences(&s);
    if (s.work.size) {
        follow_differences(&s);
        remove_addresses(&s);
    }
    memory_free(s.differences);
    vector_free(&s.work);
    return s.found;
}
