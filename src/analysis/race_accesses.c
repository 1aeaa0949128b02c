#include "analysis/race_accesses.h"

struct collecting {
    struct threads *threads;
    struct points_to *points_to;
    const struct held_locks *held;
    struct relative_locks *relative;
    struct race_accesses *to;
    VECTOR(struct race_access) found;
    VECTOR(struct graph_edge) objects;
};

// What only its own thread accesses, or nobody writes.
static bool is_harmless(const struct threads *t, uint32_t object)
{
    const struct abstract_object *o = points_to_object(t->calls->points_to, object);
    return threads_confined(t, object) || o->flags & ABSTRACT_CONSTANT || o->kind == ABSTRACT_FUNCTION;
}

// Whether the instruction ends variables of its own thread, where it releases such: all but free and its
// like.
static bool ends_own(const struct threads *t, uint32_t code, uint32_t object)
{
    const struct call_site *site = calls_at(t->calls, code);
    enum abstract_kind kind = points_to_object(t->calls->points_to, object)->kind;
    bool own = kind == ABSTRACT_STACK || kind == ABSTRACT_VARARGS || kind == ABSTRACT_THREAD_LOCAL;
    return own && (!site || site->facts & FACT_ENDS_THREAD);
}

static void add_race_access(struct collecting *c, uint32_t code, const struct points_to_access *a,
                            const struct lock_set *locks, uint32_t relative)
{
    if (is_harmless(c->threads, a->place.object))
        return;
    bool ends = a->kind == ACCESS_FREE && ends_own(c->threads, code, a->place.object);
    vector_push(&c->objects, (struct graph_edge){a->place.object, c->found.size});
    vector_push(&c->found,
                (struct race_access){
                    .code = code, .what = *a, .locks = *locks, .relative = relative, .ends_frame = ends});
}

// The list of what is held beside the access is number 0 where it is empty.
static uint32_t relative_at(struct collecting *c, uint32_t code)
{
    struct relative_lock_list list = {0};
    relative_locks_at(c->relative, code, &list);
    if (!list.count)
        return 0;
    vector_push(&c->to->relative, list);
    return c->to->relative.size - 1;
}

static void collect_node(struct collecting *c, const struct flow *flow, uint32_t node)
{
    const struct held_locks *held = c->held;
    struct lock_set set;
    if (!flow->reachable[node] || !held_locks_enter(held, flow->function, node, &set))
        return;
    for (uint32_t code = flow->nodes[node].first; code < flow->nodes[node].end;
         code = code_next(c->threads->program, code)) {
        struct lock_set during = set;
        held_locks_during(held, code, &during);
        struct access_cursor cursor = {.list = points_to_accesses(c->points_to, code)};
        uint32_t relative = access_list_empty(cursor.list) ? 0 : relative_at(c, code);
        for (const struct points_to_access *a; (a = access_next(&cursor));)
            add_race_access(c, code, a, &during, relative);
        held_locks_step(held, code, &set);
    }
}

void race_accesses_collect(struct threads *threads, const struct held_locks *held,
                           struct relative_locks *relative, struct race_accesses *to)
{
    struct collecting c = {.threads = threads,
                           .points_to = threads->calls->points_to,
                           .held = held,
                           .relative = relative,
                           .to = to};
    vector_push(&to->relative, (struct relative_lock_list){0});
    for (uint32_t f = 0; f < threads->program->functions_count; f++) {
        const struct flow *flow = threads->calls->flows[f];
        for (uint32_t node = 0; flow && threads->times[f] && node < flow->count; node++)
            collect_node(&c, flow, node);
    }
    struct graph rows =
        graph_make(points_to_object_count(c.points_to), vector_from(&c.objects, 0), c.objects.size);
    for (uint32_t k = 0; k < c.found.size; k++)
        vector_push(&to->all, c.found.data[rows.targets[k]]);
    to->starts = rows.starts;
    memory_free(rows.targets);
    vector_free(&c.found);
    vector_free(&c.objects);
}

void race_accesses_free(struct race_accesses *accesses)
{
    vector_free(&accesses->all);
    vector_free(&accesses->relative);
    memory_free(accesses->starts);
}
