#include "predict/recorded_order.h"

struct order_maker {
    const struct recorded_walk *walk;
    const struct event_trace *trace;
    const recording_origins *origins;
    struct prediction *prediction;
    uint32_t *done; // by thread of the recording: so many of its events have happened
    uint32_t
        *due;    // by thread: so many may have happened, since the last with an operation in the machine has
    bool broken; // more have
    event_list *events; // by thread of the recording: its events of the trace
};

static const struct path_thread *recorded_path_of(const struct order_maker *m, uint32_t thread)
{
    return &m->walk->path->threads.data[thread];
}

static const struct walk_thread *walk_of(const struct order_maker *m, uint32_t recorded)
{
    for (uint32_t t = 0; t < m->walk->threads.size; t++)
        if (m->walk->threads.data[t].recorded == recorded)
            return &m->walk->threads.data[t];
    return NULL;
}

static void add_events(struct order_maker *m, uint32_t thread, uint32_t from, uint32_t upto)
{
    for (uint32_t k = 0; k < m->events[thread].size; k++) {
        uint32_t number = m->events[thread].data[k];
        uint64_t event = m->origins->data[number].event;
        if (event < from || event >= upto)
            continue;
        vector_push(&m->prediction->order, number);
        m->prediction->prefix[m->trace->events.data[number].thread]++;
    }
}

static void run_thread_up_to(struct order_maker *m, uint32_t thread, uint32_t upto);

// Whether some of these events have operations in the machine.
static bool is_early(const struct order_maker *m, uint32_t thread, uint32_t from, uint32_t upto)
{
    for (uint32_t k = 0; k < m->walk->steps.size; k++) {
        const struct walk_step *step = &m->walk->steps.data[k];
        if (step->thread == thread && step->event != PATH_NOWHERE && step->event >= from &&
            step->event < upto)
            return true;
    }
    return false;
}

// What has to have happened before these events: that the thread was created, and that those which it joins
// have ended.
static void run_others(struct order_maker *m, uint32_t thread, uint32_t from, uint32_t upto)
{
    const struct walk_thread *own = walk_of(m, thread);
    if (from == 0 && own && own->parent != NO_THREAD)
        run_thread_up_to(m, own->parent, own->fork + 1);
    for (uint32_t k = from; k < upto; k++) {
        const struct path_event *event = &recorded_path_of(m, thread)->events.data[k];
        if (event->kind == RECORDED_JOIN && event->address < m->walk->path->threads.size)
            run_thread_up_to(m, (uint32_t)event->address,
                             recorded_path_of(m, (uint32_t)event->address)->events.size);
    }
}

// The thread's events up to this one, without it, have happened.
static void run_thread_up_to(struct order_maker *m, uint32_t thread, uint32_t upto)
{
    uint32_t from = m->done[thread];
    if (upto <= from)
        return;
    m->done[thread] = upto;
    run_others(m, thread, from, upto);
    m->broken |= is_early(m, thread, from > m->due[thread] ? from : m->due[thread], upto);
    add_events(m, thread, from, upto);
}

// How many threads the failing one has created and joined by then.
static void count_before(const struct machine_run *run, const struct trace_assertion *a, uint32_t *created,
                         uint32_t *joined)
{
    *created = *joined = 0;
    for (uint32_t k = 0; k < a->item; k++) {
        const struct followed_item *i = &run->items.data[k];
        *created += i->thread == a->thread && i->kind == FOLLOWED_CREATE;
        *joined += i->thread == a->thread && i->kind == FOLLOWED_JOIN;
    }
}

static void run_past(struct order_maker *m, uint32_t thread, enum recording_kind kind, uint32_t count)
{
    uint32_t event = count ? recorded_path_find(m->walk->path, thread, kind, count - 1) : PATH_NOWHERE;
    if (event != PATH_NOWHERE)
        run_thread_up_to(m, thread, event + 1);
}

static void run_to_failure(struct order_maker *m, const struct trace_assertion *a)
{
    const struct walk_thread *own = &m->walk->threads.data[a->thread];
    uint32_t created, joined;
    count_before(m->walk->run, a, &created, &joined);
    if (own->parent != NO_THREAD)
        run_thread_up_to(m, own->parent, own->fork + 1);
    run_past(m, own->recorded, RECORDED_FORK, created);
    run_past(m, own->recorded, RECORDED_JOIN, joined);
}

bool recorded_order_make(const struct recorded_walk *walk, const struct trace_program *program,
                         const event_list *events, const struct trace_assertion *assertion,
                         const struct event_trace *trace, const recording_origins *origins,
                         struct prediction *prediction)
{
    uint32_t threads = walk->path->threads.size;
    struct order_maker m = {walk,
                            trace,
                            origins,
                            prediction,
                            memory_zalloc(threads + 1u, sizeof *m.done),
                            memory_zalloc(threads + 1u, sizeof *m.due),
                            false,
                            memory_zalloc(threads + 1u, sizeof *m.events)};
    prediction->prefix =
        memory_zalloc(event_trace_count(trace, NAMES_THREADS) + 1u, sizeof *prediction->prefix);
    for (uint32_t i = 0; i < origins->size; i++)
        if (origins->data[i].thread < threads)
            vector_push(&m.events[origins->data[i].thread], i);
    for (uint32_t k = 0; k < events->size; k++) {
        const struct walk_step *step = &walk->steps.data[program->events.data[events->data[k]].step];
        if (step->event == PATH_NOWHERE)
            continue;
        if (m.due[step->thread] <= step->event)
            m.due[step->thread] = step->event + 1;
        run_thread_up_to(&m, step->thread, step->event + 1);
    }
    run_to_failure(&m, assertion);
    for (uint32_t t = 0; t < threads; t++)
        vector_free(&m.events[t]);
    memory_free(m.events);
    memory_free(m.done);
    memory_free(m.due);
    return !m.broken;
}
