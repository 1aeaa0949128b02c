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

static void spread_to_object(struct spread *s, uint32_t object)
{
    if (bit_array_add(s->reached, object))
        vector_push(&s->stack, object);
}

static void reach_places(struct spread *s, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++)
        spread_to_object(s, places->data[k].object);
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

// Whether a thread may be given what an argument points to. Not the place of a handle, nor that of a result:
// pthread_create and pthread_join write there themselves, in the thread that calls them, and keep no address.
static bool gives_argument(const struct call_site *site, uint32_t argument)
{
    switch (site->native) {
    case NATIVE_pthread_create:
    case NATIVE_thrd_create: return argument != 0;
    case NATIVE_pthread_join:
    case NATIVE_thrd_join: return argument != 1;
    default: return true;
    }
}

static void reach_calls(struct spread *s)
{
    const struct calls *calls = s->threads->calls;
    for (uint32_t k = 0; k < calls->site_count; k++) {
        const struct call_site *site = &calls->sites[k];
        const uint32_t *list = s->threads->program->operands + s->threads->program->code[site->code].b;
        bool passes = site->facts & (FACT_CREATES | FACT_ENDS_THREAD | FACT_JOINS);
        for (uint32_t a = 0; passes && a < list[0]; a++)
            if (gives_argument(site, a))
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
            spread_to_object(&s, o);
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

// An instruction, or all that have a list of accesses in common.
struct accessor {
    uint32_t object, group;
    bool write;
};

struct thread_share_accesses {
    struct threads *threads;
    VECTOR(struct accessor) all;
    VECTOR(struct graph_edge) objects; // from each to its accessors, numbers in `all`
    VECTOR(struct graph_edge) common;  // from a list in common to its instructions
    VECTOR(struct accessor) list;      // all, sorted by object
    uint32_t *starts;                  // of the list, by object
    struct graph groups;               // of `common`
};

static void add_accessors(struct thread_share_accesses *a, uint32_t group, const struct access_list *list)
{
    for (uint32_t k = 0; k < list->size; k++) {
        const struct points_to_access *access = &list->data[k];
        bool write = access->write || access->kind != ACCESS_MEMORY;
        vector_push(&a->objects, (struct graph_edge){access->place.object, a->all.size});
        vector_push(&a->all, (struct accessor){access->place.object, group, write});
    }
}

static void collect_accessors(struct thread_share_accesses *a)
{
    const struct threads *t = a->threads;
    const struct program *p = t->program;
    struct points_to *pt = t->calls->points_to;
    VECTOR(const struct access_list *) lists = {0}; // in common, by number
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        if (!t->times[t->calls->function_of[code]])
            continue;
        const struct access_list *list = points_to_accesses(pt, code);
        add_accessors(a, code, list);
        for (unsigned k = 0; k < 2 && list->common[k]; k++) {
            uint32_t number = list->common[k]->number;
            while (lists.size <= number)
                vector_push(&lists, NULL);
            if (!lists.data[number])
                add_accessors(a, p->code_count + number, list->common[k]);
            lists.data[number] = list->common[k];
            vector_push(&a->common, (struct graph_edge){number, code});
        }
    }
    a->groups = graph_make(lists.size, vector_from(&a->common, 0), a->common.size);
    struct graph rows = graph_make(points_to_object_count(pt), vector_from(&a->objects, 0), a->objects.size);
    for (uint32_t k = 0; k < a->objects.size; k++)
        vector_push(&a->list, a->all.data[rows.targets[k]]);
    a->starts = rows.starts;
    memory_free(rows.targets);
    vector_free(&lists);
}

static void accesses_free(struct thread_share_accesses *a)
{
    vector_free(&a->all);
    vector_free(&a->objects);
    vector_free(&a->common);
    vector_free(&a->list);
    memory_free(a->starts);
    graph_free(&a->groups);
}

// The instructions of a group.
static const uint32_t *group_codes(const struct thread_share_accesses *a, const uint32_t *group,
                                   uint32_t *count)
{
    uint32_t codes = a->threads->program->code_count;
    if (*group < codes) {
        *count = 1;
        return group;
    }
    *count = a->groups.starts[*group - codes + 1] - a->groups.starts[*group - codes];
    return a->groups.targets + a->groups.starts[*group - codes];
}

static bool groups_parallel(const struct thread_share_accesses *a, const uint32_t *x, const uint32_t *y,
                            uint64_t *left)
{
    uint32_t x_count, y_count;
    const uint32_t *xs = group_codes(a, x, &x_count), *ys = group_codes(a, y, &y_count);
    for (uint32_t i = 0; i < x_count; i++)
        for (uint32_t j = 0; j < y_count; j++)
            if ((*left)-- == 0 || threads_may_run_in_parallel(a->threads, xs[i], ys[j]))
                return true;
    return false;
}

// Whether any of `x` and any of `y` may run in parallel, one writing; true when that is too much to ask.
static bool any_parallel(const struct thread_share_accesses *a, const struct accessor *x, uint32_t x_count,
                         const struct accessor *y, uint32_t y_count)
{
    enum { PAIRS = 200000 };
    uint64_t left = PAIRS;
    for (uint32_t i = 0; i < x_count; i++)
        for (uint32_t j = x == y ? i : 0; j < y_count; j++)
            if ((x[i].write || y[j].write) && groups_parallel(a, &x[i].group, &y[j].group, &left))
                return true;
    return false;
}

static void find_shared_objects(struct threads *t)
{
    struct points_to *pt = t->calls->points_to;
    uint32_t count = points_to_object_count(pt);
    struct thread_share_accesses a = {.threads = t};
    collect_accessors(&a);
    t->shared = bit_array_new(count);
    uint32_t unknown = a.starts[1] - a.starts[0]; // object 0 overlaps every object
    for (uint32_t o = 0; o < count; o++) {
        const struct accessor *own = vector_from(&a.list, a.starts[o]);
        uint32_t own_count = a.starts[o + 1] - a.starts[o];
        bool confined = bit_array_has(t->confined, o);
        if ((!confined && any_parallel(&a, own, own_count, own, own_count)) ||
            (o && any_parallel(&a, own, own_count, a.list.data, unknown)))
            bit_array_add(t->shared, o);
    }
    accesses_free(&a);
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
    struct access_cursor c = {.list = points_to_accesses(threads->calls->points_to, code)};
    for (const struct points_to_access *a; (a = access_next(&c));)
        if (threads_shared(threads, a->place.object) || a->place.object == 0)
            return true;
    return false;
}
