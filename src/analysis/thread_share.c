// What memory threads share. An instance of an object is confined to the thread that made it unless its
// address can come to another thread: through memory that is not confined itself, the argument of a start
// routine, or the result of a thread. Of what is not confined, shared is what two threads can access in
// parallel, one of them writing.
#include "analysis/threads.h"
#include "base/bit_array.h"

// ---- confined

struct spread {
    struct threads *threads;
    struct points_to *pt;
    uint64_t *reached;
    VECTOR(uint32_t) stack;
};

static void reach(struct spread *s, uint32_t object)
{
    if (bit_array_add(s->reached, object))
        vector_push(&s->stack, object);
}

static void reach_places(struct spread *s, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        reach(s, places->data[k].object);
}

static bool confinable(const struct abstract_object *o)
{
    return (o->kind == ABSTRACT_STACK || o->kind == ABSTRACT_HEAP || o->kind == ABSTRACT_THREAD_LOCAL ||
            o->kind == ABSTRACT_VARARGS) &&
           !(o->flags & ABSTRACT_ESCAPED);
}

static void reach_result(struct spread *s, uint32_t function)
{
    const struct program *p = s->threads->program;
    const struct function *f = &p->functions[function];
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code))
        if (p->code[code].op == OP_RETURN && p->code[code].aux)
            reach_places(s, points_to_operand(s->pt, code, p->code[code].a));
}

static void reach_calls(struct spread *s)
{
    const struct calls *calls = s->threads->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        const uint32_t *list = s->threads->program->operands + s->threads->program->code[site->code].b;
        bool passes = site->facts & (FACT_CREATES | FACT_ENDS_THREAD | FACT_JOINS);
        for (uint32_t a = 0; passes && a < list[0]; a++)
            reach_places(s, points_to_argument(s->pt, site->code, a));
        for (uint32_t e = 0; e < site->started_count; e++)
            reach_result(s, calls->functions[site->first_started + e]);
    }
}

static void find_confined(struct threads *t)
{
    struct points_to *pt = t->calls->points_to;
    uint32_t count = points_to_object_count(pt);
    struct spread s = {.threads = t, .pt = pt, .reached = bit_array_new(count)};
    for (uint32_t o = 0; o < count; o++)
        if (!confinable(points_to_object(pt, o)) && points_to_object(pt, o)->kind != ABSTRACT_KEY)
            reach(&s, o);
    reach_calls(&s);
    while (s.stack.size)
        reach_places(&s, points_to_content(pt, vector_pop(&s.stack)));
    t->confined = bit_array_new(count);
    for (uint32_t o = 0; o < count; o++)
        if (!bit_array_has(s.reached, o))
            bit_array_add(t->confined, o);
    vector_free(&s.stack);
    memory_free(s.reached);
}

// ---- shared

struct accessor {
    uint32_t object, code;
    bool write;
};

struct accesses {
    VECTOR(struct accessor) list; // sorted by object
    uint32_t *starts;             // by object
};

static void collect(struct threads *t, struct accesses *a)
{
    struct points_to *pt = t->calls->points_to;
    VECTOR(struct accessor) all = {0};
    VECTOR(struct graph_edge) edges = {0};
    for (uint32_t code = 0; code < t->program->code_count; code = code_next(t->program, code)) {
        uint32_t function = t->calls->function_of[code];
        if (!t->times[function])
            continue;
        const struct access_list *list = points_to_accesses(pt, code);
        for (uint32_t k = 0; k < list->size; k++) {
            const struct points_to_access *access = &list->data[k];
            vector_push(&edges, (struct graph_edge){access->place.object, all.size});
            vector_push(&all, (struct accessor){access->place.object, code,
                                                access->write || access->kind != ACCESS_MEMORY});
        }
    }
    struct graph rows = graph_make(points_to_object_count(pt), edges.data, edges.size);
    for (uint32_t k = 0; k < edges.size; k++)
        vector_push(&a->list, all.data[rows.targets[k]]);
    a->starts = rows.starts;
    memory_free(rows.targets);
    vector_free(&all);
    vector_free(&edges);
}

// Whether any of `x` and any of `y` may run in parallel, one writing; true when that is too much to ask.
static bool any_parallel(struct threads *t, const struct accessor *x, uint32_t x_count,
                         const struct accessor *y, uint32_t y_count)
{
    enum { PAIRS = 200000 };
    uint64_t left = PAIRS;
    for (uint32_t i = 0; i < x_count; i++)
        for (uint32_t j = x == y ? i : 0; j < y_count; j++) {
            if (!x[i].write && !y[j].write)
                continue;
            if (left-- == 0 || threads_may_run_in_parallel(t, x[i].code, y[j].code))
                return true;
        }
    return false;
}

static void find_shared_objects(struct threads *t)
{
    struct points_to *pt = t->calls->points_to;
    uint32_t count = points_to_object_count(pt);
    struct accesses a = {0};
    collect(t, &a);
    t->shared = bit_array_new(count);
    uint32_t unknown = a.starts[1] - a.starts[0]; // object 0 overlaps every object
    for (uint32_t o = 0; o < count; o++) {
        const struct accessor *own = vector_from(&a.list, a.starts[o]);
        uint32_t own_count = a.starts[o + 1] - a.starts[o];
        bool confined = bit_array_has(t->confined, o);
        if ((!confined && any_parallel(t, own, own_count, own, own_count)) ||
            (o && any_parallel(t, own, own_count, a.list.data, unknown)))
            bit_array_add(t->shared, o);
    }
    vector_free(&a.list);
    memory_free(a.starts);
}

void threads_find_shared(struct threads *t)
{
    find_confined(t);
    find_shared_objects(t);
}

// ---- questions

bool threads_confined(const struct threads *threads, uint32_t object)
{
    return bit_array_has(threads->confined, object);
}

bool threads_shared(const struct threads *threads, uint32_t object)
{
    return bit_array_has(threads->shared, object);
}

bool threads_accesses_shared(const struct threads *threads, uint32_t code)
{
    const struct access_list *list = points_to_accesses(threads->calls->points_to, code);
    for (uint32_t k = 0; k < list->size; k++)
        if (threads_shared(threads, list->data[k].place.object) || list->data[k].place.object == 0)
            return true;
    return false;
}
