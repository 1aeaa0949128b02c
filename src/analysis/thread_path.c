// What comes after what within one instance of a thread whose code hangs on one function that it enters once:
// a function's code is executed during some call in that root. Code comes after other code only if one of its
// calls in the root can come after, or is, one of the other's.
#include "analysis/threads.h"
#include "base/bit_array.h"

enum { PATH_BITS = 1 << 28 }; // more than that for all functions of a thread is not worth it

struct thread_path {
    uint32_t root;             // NO_FUNCTION: not such a thread
    uint32_t functions, nodes; // of the program, of the root
    uint64_t **positions;      // by function: nodes of the root with calls that lead to it; NULL: none
    uint64_t **after;   // by function: these nodes, and all that can come after them; NULL: not computed yet
    uint64_t **reached; // by node of the root: the same for itself
    bool *anywhere;     // by function: also entered without the root
};

// ---- making one

static void visit_called_functions(const struct threads *t, uint32_t function,
                                   void (*visit)(void *context, uint32_t function), void *context,
                                   uint64_t *seen)
{
    VECTOR(uint32_t) stack = {0};
    if (bit_array_add(seen, function))
        vector_push(&stack, function);
    while (stack.size) {
        uint32_t f = vector_pop(&stack);
        visit(context, f);
        const struct function *code = &t->program->functions[f];
        for (uint32_t c = code->first; c < code->end; c = code_next(t->program, c)) {
            const struct call_site *s = calls_at(t->calls, c);
            for (uint32_t e = 0; s && e < s->entered_count; e++)
                if (bit_array_add(seen, t->calls->functions[s->first_entered + e]))
                    vector_push(&stack, t->calls->functions[s->first_entered + e]);
        }
    }
    vector_free(&stack);
}

static void mark_anywhere(void *context, uint32_t function)
{
    struct thread_path *path = context;
    path->anywhere[function] = true;
}

struct path_position {
    struct thread_path *path;
    uint32_t node, nodes;
};

static void mark_position(void *context, uint32_t function)
{
    struct path_position *p = context;
    if (!p->path->positions[function])
        p->path->positions[function] = bit_array_new(p->nodes);
    bit_array_add(p->path->positions[function], p->node);
}

// What the thread enters beside its root: at its end, constructors, a root that is called as well.
static void find_anywhere(const struct threads *t, const struct abstract_thread *thread,
                          struct thread_path *path)
{
    uint32_t count, functions = t->program->functions_count;
    const uint32_t *destructors = points_to_key_destructors(t->calls->points_to, &count);
    uint64_t *seen = bit_array_new(functions);
    for (uint32_t r = 0; r < thread->roots.size; r++)
        if (thread->roots.data[r] != path->root)
            visit_called_functions(t, thread->roots.data[r], mark_anywhere, path, seen);
    for (uint32_t k = 0; k < count; k++)
        visit_called_functions(t, destructors[k], mark_anywhere, path, seen);
    memory_free(seen);
}

static void find_positions(const struct threads *t, struct thread_path *path)
{
    const struct flow *flow = t->calls->flows[path->root];
    uint32_t functions = t->program->functions_count;
    for (uint32_t code = flow->first; code < flow->end; code = code_next(t->program, code)) {
        const struct call_site *s = calls_at(t->calls, code);
        if (!s || !s->entered_count)
            continue;
        struct path_position position = {path, flow_node_at(flow, code), flow->count};
        uint64_t *seen = bit_array_new(functions);
        for (uint32_t e = 0; e < s->entered_count; e++)
            visit_called_functions(t, t->calls->functions[s->first_entered + e], mark_position, &position,
                                   seen);
        memory_free(seen);
    }
}

// The root of a thread: of main the function main, of others the only start routine.
static uint32_t root_of_thread(const struct threads *t, uint32_t thread)
{
    const struct abstract_thread *a = &t->threads[thread];
    uint32_t root = thread == MAIN_THREAD ? t->program->main
                    : a->roots.size == 1  ? a->roots.data[0]
                                          : NO_FUNCTION;
    if (root == NO_FUNCTION || !t->calls->flows[root])
        return NO_FUNCTION;
    uint64_t bits = (uint64_t)t->program->functions_count * t->calls->flows[root]->count;
    return bits > PATH_BITS ? NO_FUNCTION : root;
}

static struct thread_path *make_path(const struct threads *t, uint32_t thread)
{
    struct thread_path *path = memory_zalloc(1, sizeof *path);
    size_t functions = (size_t)t->program->functions_count + 1;
    path->root = root_of_thread(t, thread);
    if (path->root == NO_FUNCTION)
        return path;
    path->functions = t->program->functions_count;
    path->nodes = t->calls->flows[path->root]->count;
    path->positions = memory_zalloc(functions, sizeof(uint64_t *));
    path->after = memory_zalloc(functions, sizeof(uint64_t *));
    path->reached = memory_zalloc((size_t)path->nodes + 1, sizeof(uint64_t *));
    path->anywhere = memory_zalloc(functions, sizeof *path->anywhere);
    find_anywhere(t, &t->threads[thread], path);
    find_positions(t, path);
    if (path->anywhere[path->root] || path->positions[path->root])
        path->root = NO_FUNCTION; // entered again
    return path;
}

static void free_sets(uint64_t **sets, uint32_t count)
{
    for (uint32_t k = 0; sets && k < count; k++)
        memory_free(sets[k]);
    memory_free(sets);
}

void thread_path_free(struct thread_path *path)
{
    if (!path)
        return;
    free_sets(path->positions, path->functions);
    free_sets(path->after, path->functions);
    free_sets(path->reached, path->nodes);
    memory_free(path->anywhere);
    memory_free(path);
}

// ---- asking

static const uint64_t *reached_from(const struct flow *flow, struct thread_path *path, uint32_t node)
{
    if (!path->reached[node]) {
        path->reached[node] = bit_array_new(flow->count);
        flow_reach(flow, node, path->reached[node]);
        bit_array_add(path->reached[node], node);
    }
    return path->reached[node];
}

static const uint64_t *after_function(const struct flow *flow, struct thread_path *path, uint32_t function)
{
    if (!path->after[function]) {
        path->after[function] = bit_array_new(flow->count);
        for (uint32_t n = 0; n < flow->count; n++) {
            if (!bit_array_has(path->positions[function], n))
                continue;
            const uint64_t *reached = reached_from(flow, path, n);
            for (size_t w = 0; w < bit_array_words(flow->count); w++)
                path->after[function][w] |= reached[w];
        }
    }
    return path->after[function];
}

bool thread_path_may_follow(struct threads *t, uint32_t thread, uint32_t a, uint32_t b)
{
    struct thread_path **slot = &t->threads[thread].path;
    if (!*slot)
        *slot = make_path(t, thread);
    struct thread_path *path = *slot;
    uint32_t first = t->calls->function_of[a], second = t->calls->function_of[b];
    if (path->root == NO_FUNCTION || path->anywhere[first] || path->anywhere[second])
        return true;
    const struct flow *flow = t->calls->flows[path->root];
    if (first == path->root && second == path->root)
        return flow_reaches(flow, a, b);
    if ((first != path->root && !path->positions[first]) ||
        (second != path->root && !path->positions[second]))
        return true; // not of this thread at all
    const uint64_t *after = first == path->root ? reached_from(flow, path, flow_node_at(flow, a))
                                                : after_function(flow, path, first);
    if (second == path->root)
        return bit_array_has(after, flow_node_at(flow, b));
    for (size_t w = 0; w < bit_array_words(flow->count); w++)
        if (after[w] & path->positions[second][w])
            return true;
    return false;
}
