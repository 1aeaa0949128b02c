// What is ordered by creations and joins.
#include "analysis/threads.h"
#include "base/bit_array.h"

// Longer chains of creations and joins, and of calls that only pass them on, count as no order.
enum { ORDER_DEPTH = 8, CALL_DEPTH = 3 };

// ---- what a thread executes after an instruction

struct after {
    const struct threads *threads;
    uint64_t *code;      // the result
    uint64_t *functions; // entered after it: all of their code counts
    uint64_t *sites;     // calls that were returned from
    VECTOR(uint32_t) entered, returned;
};

static void enter_function_after(struct after *a, uint32_t function)
{
    if (a->threads->program->functions[function].kind == FUNCTION_DEFINED &&
        bit_array_add(a->functions, function))
        vector_push(&a->entered, function);
}

static void add_range(struct after *a, uint32_t first, uint32_t end)
{
    const struct threads *t = a->threads;
    for (uint32_t code = first; code < end; code++) {
        if (!bit_array_add(a->code, code) || t->program->code[code].op == OP_EXTRA)
            continue;
        const struct call_site *s = calls_at(t->calls, code);
        for (uint32_t e = 0; s && e < s->entered_count; e++)
            enter_function_after(a, t->calls->functions[s->first_entered + e]);
    }
}

static void return_from(struct after *a, uint32_t function)
{
    const struct calls *calls = a->threads->calls;
    for (uint32_t k = calls->caller_starts[function]; k < calls->caller_starts[function + 1]; k++)
        if (bit_array_add(a->sites, calls->callers[k]))
            vector_push(&a->returned, calls->sites[calls->callers[k]].code);
}

// The rest of the call of the function that executes `code`.
static void go_on_after(struct after *a, uint32_t code)
{
    const struct flow *flow = calls_flow_at(a->threads->calls, code);
    uint32_t node = flow_node_at(flow, code);
    uint64_t *nodes = bit_array_new(flow->count);
    flow_reach(flow, node, nodes);
    add_range(a, code + 1, flow->nodes[node].end);
    for (uint32_t n = 0; n < flow->count; n++)
        if (bit_array_has(nodes, n))
            add_range(a, flow->nodes[n].first, flow->nodes[n].end);
    memory_free(nodes);
    return_from(a, flow->function);
}

// All that the thread that executes `code` may execute after it; owned by the caller.
static uint64_t *code_after(const struct threads *t, uint32_t code)
{
    const struct program *p = t->program;
    struct after a = {.threads = t,
                      .code = bit_array_new(p->code_count),
                      .functions = bit_array_new(p->functions_count),
                      .sites = bit_array_new(t->calls->site_count)};
    uint32_t count, exit_function = t->calls->exit_function;
    const uint32_t *destructors = points_to_key_destructors(t->calls->points_to, &count);
    go_on_after(&a, code);
    for (uint32_t k = 0; k < count; k++) // at the thread's end
        enter_function_after(&a, destructors[k]);
    for (uint32_t k = 0; k < p->destructors_count; k++)
        enter_function_after(&a, p->destructors[k]);
    if (exit_function != NO_FUNCTION)
        enter_function_after(&a, exit_function);
    while (a.entered.size || a.returned.size) {
        if (a.returned.size) {
            go_on_after(&a, vector_pop(&a.returned));
            continue;
        }
        const struct function *f = &p->functions[vector_pop(&a.entered)];
        add_range(&a, f->first, f->end);
    }
    // A constructor goes on to main.
    for (uint32_t k = 0; k < p->constructors_count; k++)
        if (bit_array_has(t->threads[MAIN_THREAD].functions, p->constructors[k]))
            memset(a.code, 0xff, bit_array_words(p->code_count) * sizeof *a.code);
    memory_free(a.functions);
    memory_free(a.sites);
    vector_free(&a.entered);
    vector_free(&a.returned);
    return a.code;
}

// ---- creation

// Whether thread_a, one of its creators, creates thread_b only after it has executed `a` for the last time.
static bool creates_later(struct threads *t, uint32_t thread_a, uint32_t a, struct abstract_thread *b)
{
    if (t->threads[thread_a].many)
        return false;
    if (!b->after)
        b->after = code_after(t, b->creation);
    return !bit_array_has(b->after, a);
}

// Whether thread_a executes `a` only before any instance of thread_b is created: where it does not create it
// itself, before any of its creators is. Each thread is asked about once: what creates itself was created by
// something else in the end.
static bool before_start(struct threads *t, uint32_t thread_a, uint32_t a, uint32_t thread_b)
{
    uint64_t *asked = bit_array_new(t->count);
    VECTOR(uint32_t) open = {0};
    bool later = true;
    vector_push(&open, thread_b);
    bit_array_add(asked, thread_b);
    while (later && open.size) {
        uint32_t thread = vector_pop(&open);
        struct abstract_thread *b = &t->threads[thread];
        later = thread != MAIN_THREAD;
        for (uint32_t k = 0; k < b->creators.size && later; k++) {
            uint32_t creator = b->creators.data[k];
            if (creator == thread_a)
                later = creates_later(t, thread_a, a, b);
            else if (bit_array_add(asked, creator))
                vector_push(&open, creator);
        }
    }
    vector_free(&open);
    memory_free(asked);
    return later;
}

// ---- joins

// Whether a thread has passed a point whenever it executes something, as a conjunction of questions about
// places in its code.
struct passing_question {
    const struct threads *threads;
    uint32_t point, thread;
    bool loop;
    uint64_t *functions; // whose callers are asked about already
    VECTOR(uint32_t) open;
};

static bool passed_in_function(const struct threads *t, uint32_t point, bool loop, uint32_t code)
{
    const struct flow *flow = calls_flow_at(t->calls, point);
    uint32_t from = flow_node_at(flow, point), to = flow_node_at(flow, code);
    if (!flow->reachable[to])
        return true;
    return from != to ? flow_dominates(flow, point, code) : point < code || (loop && point == code);
}

static bool begins_thread(const struct passing_question *q, uint32_t function)
{
    const struct threads *t = q->threads;
    const struct abstract_thread *a = &t->threads[q->thread];
    for (uint32_t r = 0; r < a->roots.size; r++)
        if (a->roots.data[r] == function)
            return true;
    return false;
}

static bool destroys_values(const struct passing_question *q, uint32_t function)
{
    uint32_t count;
    const uint32_t *destructors = points_to_key_destructors(q->threads->calls->points_to, &count);
    for (uint32_t k = 0; k < count; k++)
        if (destructors[k] == function)
            return true;
    return false;
}

// Asks about all that enters the function in that thread. False: something enters it from nowhere.
static bool ask_callers(struct passing_question *q, uint32_t function)
{
    const struct threads *t = q->threads;
    const struct program *p = t->program;
    bool leaves_main = q->thread == MAIN_THREAD && function == t->calls->exit_function;
    if ((begins_thread(q, function) && !leaves_main) || destroys_values(q, function))
        return false;
    const struct function *main_function = &p->functions[p->main];
    for (uint32_t code = main_function->first; leaves_main && code < main_function->end;
         code = code_next(p, code))
        if (p->code[code].op == OP_RETURN)
            vector_push(&q->open, code);
    for (uint32_t k = t->calls->caller_starts[function]; k < t->calls->caller_starts[function + 1]; k++) {
        const struct call_site *s = &t->calls->sites[t->calls->callers[k]];
        if (bit_array_has(t->threads[q->thread].functions, s->function))
            vector_push(&q->open, s->code);
    }
    return true;
}

// Whether the thread passes the point before it executes `code`, always: in the function itself, or before
// each call of it, however long the chain of calls is.
static bool passed_before(struct passing_question *q, uint32_t code)
{
    const struct calls *calls = q->threads->calls;
    vector_push(&q->open, code);
    while (q->open.size) {
        uint32_t next = vector_pop(&q->open), function = calls->function_of[next];
        if (function == calls->function_of[q->point] &&
            passed_in_function(q->threads, q->point, q->loop, next))
            continue;
        if (bit_array_add(q->functions, function) && !ask_callers(q, function))
            return false;
    }
    return true;
}

// Whether a thread passes the point; where a function always passes the point before it returns, a call of it
// is as good.
static bool passes(const struct threads *t, uint32_t point, bool loop, uint32_t thread, uint32_t code,
                   int depth)
{
    struct passing_question q = {.threads = t,
                                 .point = point,
                                 .thread = thread,
                                 .loop = loop,
                                 .functions = bit_array_new(t->program->functions_count)};
    bool passed = passed_before(&q, code);
    memory_free(q.functions);
    vector_free(&q.open);
    uint32_t home = t->calls->function_of[point];
    const struct flow *flow = t->calls->flows[home];
    if (passed || depth == 0)
        return passed;
    for (uint32_t n = 0; n < flow->count; n++) {
        uint32_t last = flow_last(t->program, flow, n);
        if (t->program->code[last].op == OP_RETURN && !passed_in_function(t, point, loop, last))
            return false;
    }
    for (uint32_t k = t->calls->caller_starts[home]; k < t->calls->caller_starts[home + 1]; k++) {
        const struct call_site *s = &t->calls->sites[t->calls->callers[k]];
        bool only = s->entered_count == 1 && s->facts == 0;
        if (only && passes(t, s->code, false, thread, code, depth - 1))
            return true;
    }
    return false;
}

static bool ended_before(struct threads *t, uint32_t thread_a, uint32_t thread_b, uint32_t b, int depth);

// Whether all of thread_a has ended when thread_b ends.
static bool ended_at_end(struct threads *t, uint32_t thread_a, uint32_t thread_b, int depth)
{
    const struct abstract_thread *b = &t->threads[thread_b];
    for (uint32_t k = 0; k < t->calls->site_count; k++)
        if (t->calls->sites[k].facts & FACT_ENDS_THREAD &&
            bit_array_has(b->functions, t->calls->sites[k].function))
            return false;
    for (uint32_t r = 0; r < b->roots.size; r++) {
        const struct function *f = &t->program->functions[b->roots.data[r]];
        for (uint32_t code = f->first; code < f->end; code = code_next(t->program, code))
            if (t->program->code[code].op == OP_RETURN && !ended_before(t, thread_a, thread_b, code, depth))
                return false;
    }
    return b->roots.size > 0;
}

static bool find_ended_before(struct threads *t, uint32_t thread_a, uint32_t thread_b, uint32_t b, int depth)
{
    for (uint32_t k = 0; k < t->joins.size; k++) {
        struct join_point join = t->joins.data[k];
        if (!threads_runs(t, thread_b, join.point) || join.thread == thread_b ||
            !passes(t, join.point, join.loop, thread_b, b, CALL_DEPTH))
            continue;
        if (join.thread == thread_a || ended_at_end(t, thread_a, join.thread, depth - 1))
            return true;
    }
    const struct abstract_thread *thread = &t->threads[thread_b];
    for (uint32_t k = 0; k < thread->creators.size; k++)
        if (!ended_before(t, thread_a, thread->creators.data[k], thread->creation, depth - 1))
            return false;
    return thread->creators.size > 0;
}

// Whether all instances of thread_a have ended when thread_b executes `b`. Joins end nodes, so the answer is
// the same for all of a node.
static bool ended_before(struct threads *t, uint32_t thread_a, uint32_t thread_b, uint32_t b, int depth)
{
    if (thread_a == thread_b || thread_a == MAIN_THREAD || depth <= 0)
        return false;
    size_t pair = (size_t)thread_a * t->count + thread_b;
    uint32_t function = t->calls->function_of[b];
    uint32_t node = t->calls->node_base[function] + flow_node_at(t->calls->flows[function], b);
    if (!t->ended[pair]) {
        t->ended[pair] = bit_array_new(t->calls->node_base[t->program->functions_count]);
        t->ended_known[pair] = bit_array_new(t->calls->node_base[t->program->functions_count]);
    }
    if (!bit_array_has(t->ended_known[pair], node)) {
        bool ended = find_ended_before(t, thread_a, thread_b, b, depth);
        if (ended)
            bit_array_add(t->ended[pair], node);
        if (ended || depth == ORDER_DEPTH)
            bit_array_add(t->ended_known[pair], node);
        return ended;
    }
    return bit_array_has(t->ended[pair], node);
}

// ---- questions

bool threads_ordered(struct threads *threads, uint32_t thread_a, uint32_t a, uint32_t thread_b, uint32_t b)
{
    return before_start(threads, thread_a, a, thread_b) ||
           ended_before(threads, thread_a, thread_b, b, ORDER_DEPTH);
}

bool threads_before_others(struct threads *threads, uint32_t code)
{
    for (uint32_t k = 1; k < threads->count; k++) {
        const struct abstract_thread *thread = &threads->threads[k];
        if (threads_runs(threads, k, code))
            return false;
        for (uint32_t r = 0; r < thread->roots.size; r++) {
            uint32_t first = threads->program->functions[thread->roots.data[r]].first;
            if (!threads_ordered(threads, MAIN_THREAD, code, k, first))
                return false;
        }
    }
    return true;
}

// Whether one thread with one instance executes both.
static bool sole_thread(const struct threads *t, uint32_t a, uint32_t b)
{
    uint32_t thread = t->sole[t->calls->function_of[a]];
    return thread != NO_CODE && thread == t->sole[t->calls->function_of[b]];
}

bool threads_may_run_in_parallel(struct threads *threads, uint32_t a, uint32_t b)
{
    if (sole_thread(threads, a, b))
        return false;
    for (uint32_t i = 0; i < threads->count; i++) {
        if (!threads_runs(threads, i, a))
            continue;
        for (uint32_t j = 0; j < threads->count; j++) {
            if ((i == j && !threads->threads[i].many) || !threads_runs(threads, j, b))
                continue;
            if (!threads_ordered(threads, i, a, j, b) && !threads_ordered(threads, j, b, i, a))
                return true;
        }
    }
    return false;
}

// In one instance of a thread that runs both.
static bool may_follow(const struct threads *t, uint32_t a, uint32_t b)
{
    uint32_t function = t->calls->function_of[a];
    if (function != t->calls->function_of[b] || t->times[function] != 1)
        return true;
    return flow_reaches(t->calls->flows[function], a, b);
}

bool threads_may_precede_in_thread(struct threads *threads, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < threads->count; i++)
        if (threads_runs(threads, i, a) && threads_runs(threads, i, b) &&
            thread_path_may_follow(threads, i, a, b) && may_follow(threads, a, b))
            return true;
    return false;
}

bool threads_may_precede(struct threads *threads, uint32_t a, uint32_t b)
{
    if (threads_may_precede_in_thread(threads, a, b))
        return true;
    if (sole_thread(threads, a, b))
        return false;
    for (uint32_t i = 0; i < threads->count; i++) {
        if (!threads_runs(threads, i, a))
            continue;
        for (uint32_t j = 0; j < threads->count; j++)
            if ((i != j || threads->threads[i].many) && threads_runs(threads, j, b) &&
                !threads_ordered(threads, j, b, i, a))
                return true;
    }
    return false;
}
