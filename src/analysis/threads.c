#include "analysis/threads.h"

#include "base/bit_array.h"

enum { TIMES_MANY = 2 };

static uint8_t times_add(uint8_t a, uint8_t b)
{
    return a + b > TIMES_MANY ? TIMES_MANY : (uint8_t)(a + b);
}

// ---- how often functions are entered

// How often an instruction may be executed.
static uint8_t times_of(const struct threads *t, uint32_t function, uint32_t code)
{
    const struct flow *flow = t->calls->flows[function];
    uint32_t node = flow_node_at(flow, code);
    if (!flow->reachable[node])
        return 0;
    return t->times[function] && flow->cyclic[node] ? TIMES_MANY : t->times[function];
}

static void add_root_times(const struct threads *t, uint8_t *times)
{
    const struct program *p = t->program;
    uint32_t count, exit_function = t->calls->exit_function;
    const uint32_t *destructors = points_to_key_destructors(t->calls->points_to, &count);
    if (p->main != NO_FUNCTION)
        times[p->main] = 1;
    if (exit_function != NO_FUNCTION)
        times[exit_function] = 1;
    for (uint32_t k = 0; k < p->constructors_count; k++)
        times[p->constructors[k]] = times_add(times[p->constructors[k]], 1);
    for (uint32_t k = 0; k < p->destructors_count; k++)
        times[p->destructors[k]] = times_add(times[p->destructors[k]], 1);
    for (uint32_t k = 0; k < count; k++)
        times[destructors[k]] = TIMES_MANY;
}

static void count_times(struct threads *t)
{
    uint32_t functions = t->program->functions_count;
    uint8_t *next = memory_alloc((size_t)functions + 1);
    for (bool changed = true; changed;) {
        memset(next, 0, functions);
        add_root_times(t, next);
        for (uint32_t k = 0; k < t->calls->site_count; k++) {
            const struct call_site *s = &t->calls->sites[k];
            uint8_t times = times_of(t, s->function, s->code);
            const uint32_t *to = t->calls->functions;
            for (uint32_t e = 0; times && e < s->entered_count; e++)
                next[to[s->first_entered + e]] = times_add(next[to[s->first_entered + e]], times);
            for (uint32_t e = 0; times && e < s->started_count; e++)
                next[to[s->first_started + e]] = times_add(next[to[s->first_started + e]], times);
        }
        changed = memcmp(next, t->times, functions) != 0;
        memcpy(t->times, next, functions);
    }
    memory_free(next);
}

// ---- the threads

static void add_root(struct abstract_thread *thread, const struct program *p, uint32_t function)
{
    if (function != NO_FUNCTION && p->functions[function].kind == FUNCTION_DEFINED)
        vector_push(&thread->roots, function);
}

static void make_threads(struct threads *t)
{
    const struct program *p = t->program;
    VECTOR(struct abstract_thread) list = {0};
    struct abstract_thread main_thread = {.creation = NO_CODE};
    for (uint32_t k = 0; k < p->constructors_count; k++)
        add_root(&main_thread, p, p->constructors[k]);
    add_root(&main_thread, p, p->main);
    add_root(&main_thread, p, t->calls->exit_function);
    for (uint32_t k = 0; k < p->destructors_count; k++)
        add_root(&main_thread, p, p->destructors[k]);
    vector_push(&list, main_thread);
    for (uint32_t k = 0; k < t->calls->site_count; k++) {
        const struct call_site *s = &t->calls->sites[k];
        t->thread_of[k] = NO_CODE;
        if (!(s->facts & FACT_CREATES))
            continue;
        t->thread_of[k] = list.size;
        struct abstract_thread thread = {.creation = s->code,
                                         .many = times_of(t, s->function, s->code) == TIMES_MANY};
        for (uint32_t e = 0; e < s->started_count; e++)
            add_root(&thread, p, t->calls->functions[s->first_started + e]);
        vector_push(&list, thread);
    }
    t->threads = list.data;
    t->count = list.size;
}

// Adds the function and all that it may call to the set.
static void add_called(const struct threads *t, uint32_t function, uint64_t *functions)
{
    VECTOR(uint32_t) stack = {0};
    if (bit_array_add(functions, function))
        vector_push(&stack, function);
    while (stack.size) {
        const struct function *f = &t->program->functions[vector_pop(&stack)];
        for (uint32_t code = f->first; code < f->end; code = code_next(t->program, code)) {
            const struct call_site *s = calls_at(t->calls, code);
            for (uint32_t e = 0; s && e < s->entered_count; e++)
                if (bit_array_add(functions, t->calls->functions[s->first_entered + e]))
                    vector_push(&stack, t->calls->functions[s->first_entered + e]);
        }
    }
    vector_free(&stack);
}

static void find_thread_functions(struct threads *t)
{
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(t->calls->points_to, &count);
    for (uint32_t k = 0; k < t->count; k++) {
        struct abstract_thread *thread = &t->threads[k];
        thread->functions = bit_array_new(t->program->functions_count);
        for (uint32_t r = 0; r < thread->roots.size; r++)
            add_called(t, thread->roots.data[r], thread->functions);
        for (uint32_t d = 0; d < count; d++)
            add_called(t, destructors[d], thread->functions);
    }
    for (uint32_t k = 1; k < t->count; k++) {
        uint32_t creator = t->calls->function_of[t->threads[k].creation];
        for (uint32_t u = 0; u < t->count; u++)
            if (bit_array_has(t->threads[u].functions, creator))
                vector_push(&t->threads[k].creators, u);
    }
}

static void find_sole_threads(struct threads *t)
{
    uint32_t functions = t->program->functions_count;
    t->sole = memory_alloc(((size_t)functions + 1) * sizeof *t->sole);
    for (uint32_t f = 0; f < functions; f++) {
        uint32_t runs = 0;
        t->sole[f] = NO_CODE;
        for (uint32_t k = 0; k < t->count; k++) {
            if (!bit_array_has(t->threads[k].functions, f))
                continue;
            runs += t->threads[k].many ? 2 : 1;
            t->sole[f] = k;
        }
        if (runs != 1)
            t->sole[f] = NO_CODE;
    }
}

struct threads *threads_compute(const struct calls *calls)
{
    struct threads *t = memory_zalloc(1, sizeof *t);
    t->program = calls->program;
    t->calls = calls;
    t->times = memory_zalloc((size_t)t->program->functions_count + 1, sizeof *t->times);
    t->thread_of = memory_zalloc((size_t)calls->site_count + 1, sizeof *t->thread_of);
    count_times(t);
    make_threads(t);
    find_thread_functions(t);
    find_sole_threads(t);
    t->ended = memory_zalloc((size_t)t->count * t->count, sizeof *t->ended);
    t->ended_known = memory_zalloc((size_t)t->count * t->count, sizeof *t->ended_known);
    threads_find_joins(t);
    threads_find_shared(t);
    return t;
}

void threads_free(struct threads *threads)
{
    if (!threads)
        return;
    for (uint32_t k = 0; k < threads->count; k++) {
        memory_free(threads->threads[k].functions);
        memory_free(threads->threads[k].after);
        thread_path_free(threads->threads[k].path);
        vector_free(&threads->threads[k].roots);
        vector_free(&threads->threads[k].creators);
    }
    for (size_t k = 0; k < (size_t)threads->count * threads->count; k++) {
        memory_free(threads->ended[k]);
        memory_free(threads->ended_known[k]);
    }
    memory_free(threads->threads);
    memory_free(threads->times);
    memory_free(threads->sole);
    memory_free(threads->thread_of);
    memory_free(threads->ended);
    memory_free(threads->ended_known);
    memory_free(threads->confined);
    memory_free(threads->shared);
    vector_free(&threads->joins);
    memory_free(threads);
}

// ---- questions

bool threads_runs(const struct threads *threads, uint32_t thread, uint32_t code)
{
    return bit_array_has(threads->threads[thread].functions, threads->calls->function_of[code]);
}
