// Accesses that very many instructions have in common. In large programs hundreds of pointers may each point
// to nearly every object: listed for each instruction that would be the square of the program. So the objects
// that many large sets share, cores, are listed once, and the instructions' lists refer to that.
#include "analysis/pointers.h"

// Sets of fewer objects than that are listed one by one.
enum { LEAST_CORE = 96, MOST_CORES = 32 };

static bool is_large_part(uint32_t part, uint32_t whole)
{
    return part >= LEAST_CORE && part >= whole - whole / 4;
}

// A set that grows smaller with each of the sets that it is to be in.
struct core_search {
    struct bits set;
    uint32_t first_size;
};

// Whether the set was made a part of what the core is common to.
static bool join_core(struct core_search *core, const struct bits *set, uint32_t size)
{
    struct bits both = {0};
    bits_intersect(&both, &core->set, set);
    uint32_t count = bits_count(&both);
    if (!is_large_part(count, core->first_size) || !is_large_part(count, size)) {
        bits_free(&both);
        return false;
    }
    bits_free(&core->set);
    core->set = both;
    return true;
}

static void find_cores(struct points_to *pt)
{
    VECTOR(struct core_search) cores = {0};
    for (uint32_t k = 0; k < pt->solver.nodes.size; k++) {
        const struct node *n = &pt->solver.nodes.data[k];
        struct bits set = bits_below(&n->points, FIRST_PART);
        if (!solver_is_representative(&pt->solver, k) || !bits_reach(&set, LEAST_CORE))
            continue;
        uint32_t c = 0, size = bits_count(&set);
        while (c < cores.size && !join_core(&cores.data[c], &set, size))
            c++;
        if (c < cores.size || c == MOST_CORES)
            continue;
        vector_push(&cores, (struct core_search){.first_size = size});
        bits_union(&vector_last(&cores).set, NULL, &set);
    }
    for (uint32_t c = 0; c < cores.size; c++)
        vector_push(&pt->cores, cores.data[c].set);
    vector_free(&cores);
    pt->cores_are_found = true;
}

const struct bits *common_core(struct points_to *pt, const struct bits *places, uint32_t *number)
{
    const struct bits *best = NULL;
    struct bits set = bits_below(places, FIRST_PART);
    if (set.size < LEAST_CORE / 64 || bits_count(&set) < LEAST_CORE)
        return NULL;
    if (!pt->cores_are_found)
        find_cores(pt);
    for (uint32_t c = 0; c < pt->cores.size; c++)
        if (bits_contain(&set, &pt->cores.data[c]) &&
            (!best || bits_count(best) < bits_count(&pt->cores.data[c]))) {
            best = &pt->cores.data[c];
            *number = c;
        }
    return best;
}

static struct common_accesses *find_common(struct points_to *pt, uint32_t core,
                                           const struct points_to_access *access)
{
    for (uint32_t k = 0; k < pt->commons.size; k++) {
        struct common_accesses *c = pt->commons.data[k];
        const struct points_to_access *a = &c->access;
        if (c->core == core && a->read == access->read && a->write == access->write &&
            a->atomic == access->atomic && a->kind == access->kind)
            return c;
    }
    return NULL;
}

const struct access_list *common_list(struct points_to *pt, uint32_t core, struct points_to_access access)
{
    struct common_accesses *c = find_common(pt, core, &access);
    if (c)
        return &c->list;
    access.size = UNKNOWN_SIZE; // anywhere in them
    c = memory_zalloc(1, sizeof *c);
    c->core = core;
    c->access = access;
    c->list.number = pt->commons.size;
    vector_push(&pt->commons, c);
    struct bits_iterator i = bits_begin(&pt->cores.data[core]);
    uint32_t object;
    while (bits_next(&i, &object))
        if (object != OBJECT_INPUT && pt->objects.list.data[object].kind != ABSTRACT_FUNCTION) {
            access.place = objects_place_at(&pt->objects, object);
            vector_push(&c->list, access);
        }
    return &c->list;
}

uint32_t points_to_common_count(const struct points_to *pt)
{
    return pt->commons.size;
}

void common_free(struct points_to *pt)
{
    for (uint32_t k = 0; k < pt->cores.size; k++)
        bits_free(&pt->cores.data[k]);
    vector_free(&pt->cores);
    for (uint32_t k = 0; k < pt->commons.size; k++) {
        vector_free(&pt->commons.data[k]->list);
        memory_free(pt->commons.data[k]);
    }
    vector_free(&pt->commons);
}
