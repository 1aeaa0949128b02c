#include "predict/encoding.h"

#include <stdlib.h>

// ---- what matters

static void find_shared_written(struct encoding *encoding)
{
    const struct event_trace *trace = encoding->causality->trace;
    uint32_t variables = event_trace_count(trace, NAMES_VARIABLES);
    uint32_t *thread = memory_zalloc(variables, sizeof *thread); // the first one, + 1
    bool *several = memory_zalloc(variables, sizeof *several), *written = encoding->shared;
    for (uint32_t i = 0; i < trace->events.size; i++) {
        const struct recorded_event *event = &trace->events.data[i];
        if (event->kind > EVENT_WRITE)
            continue;
        several[event->operand] |= thread[event->operand] && thread[event->operand] != event->thread + 1u;
        thread[event->operand] = event->thread + 1u;
        written[event->operand] |= event->kind == EVENT_WRITE;
    }
    for (uint32_t v = 0; v < variables; v++)
        encoding->shared[v] = written[v] && several[v];
    memory_free(several);
    memory_free(thread);
}

void encoding_init(struct encoding *encoding, const struct causality *causality, uint64_t most_clauses)
{
    uint32_t variables = event_trace_count(causality->trace, NAMES_VARIABLES);
    *encoding = (struct encoding){.causality = causality, .most_clauses = most_clauses};
    encoding->accesses = memory_zalloc(variables, sizeof *encoding->accesses);
    encoding->shared = memory_zalloc(variables, sizeof *encoding->shared);
    encoding->point = memory_zalloc(causality->trace->events.size, sizeof *encoding->point);
    find_shared_written(encoding);
}

void encoding_free(struct encoding *encoding)
{
    for (uint32_t v = 0; v < event_trace_count(encoding->causality->trace, NAMES_VARIABLES); v++)
        vector_free(&encoding->accesses[v].events);
    memory_free(encoding->accesses);
    memory_free(encoding->shared);
    memory_free(encoding->point);
    memory_free(encoding->times);
    memory_free(encoding->set);
    vector_free(&encoding->touched);
    vector_free(&encoding->pointed);
    order_free(&encoding->problem);
}

static const struct recorded_event *encoded_event(const struct encoding *encoding, uint32_t number)
{
    return &encoding->causality->trace->events.data[number];
}

static uint32_t time_of(const struct encoding *encoding, uint32_t number)
{
    return encoding->causality->events[number].time;
}

// Whether the order of an event matters to other threads.
static bool matters_to_others(const struct encoding *encoding, uint32_t number)
{
    const struct causality *causality = encoding->causality;
    const struct recorded_event *event = encoded_event(encoding, number);
    uint32_t time = time_of(encoding, number);
    if (time == 1 || time == encoding->window->most[event->thread])
        return true; // a fork precedes it, or it may precede a join
    if (causality->goes_on[number] ||
        (number + 1 < causality->trace->events.size && causality->goes_on[number + 1]))
        return true; // with the other events of its step
    if (event->kind <= EVENT_WRITE)
        return encoding->shared[event->operand];
    if (event->kind <= EVENT_RELEASE)
        return !(event->flags & EVENT_NESTED) && causality->closure.lock_histories[event->operand].size > 1;
    return event->kind == EVENT_FORK || event->kind == EVENT_JOIN;
}

// ---- clauses

// What the clause says holds where the event of this cut is not there.
static void push_unless(struct encoding *encoding, uint32_t cut)
{
    if (cut != WINDOW_ALWAYS)
        order_push(&encoding->problem, cut, ORDER_UNSET);
}

static void push_before(struct encoding *encoding, uint32_t first, uint32_t second)
{
    order_push(&encoding->problem, encoding->point[first] - 1, encoding->point[second] - 1);
}

static void end_clause(struct encoding *encoding)
{
    order_end(&encoding->problem);
    if (encoding->problem.ends.size >= encoding->most_clauses)
        encoding->too_large = true;
}

// The first event comes before the second one, if both are there.
static void add_order(struct encoding *encoding, uint32_t first, uint32_t second)
{
    if (!encoding->point[first] || !encoding->point[second])
        return;
    push_before(encoding, first, second);
    end_clause(encoding);
}

// ---- events and points

static void add_encoded_access(struct encoding *encoding, uint32_t number, uint32_t cut)
{
    uint32_t variable = encoded_event(encoding, number)->operand;
    struct encoding_list *list = &encoding->accesses[variable];
    if (list->window != encoding->windows) {
        list->window = encoding->windows;
        vector_clear(&list->events);
        vector_push(&encoding->touched, variable);
    }
    vector_push(&list->events, (struct encoding_event){number, encoding->point[number] - 1, cut});
}

static void give_point(struct encoding *encoding, uint32_t number, uint32_t point)
{
    encoding->point[number] = point + 1;
    vector_push(&encoding->pointed, number);
}

// The points of a thread, one after the other. Events of one step share one.
static void add_thread_points(struct encoding *encoding, uint32_t thread)
{
    const struct causality *causality = encoding->causality;
    uint32_t last = 0; // event that has a point, + 1
    for (uint32_t time = 1; time <= encoding->window->most[thread]; time++) {
        uint32_t number = causality_event(causality, thread, time);
        const struct recorded_event *event = encoded_event(encoding, number);
        if (!matters_to_others(encoding, number))
            continue;
        bool with_last = last && last - 1 < number;
        for (uint32_t i = number; with_last && i >= last; i--)
            with_last = causality->goes_on[i];
        if (with_last)
            give_point(encoding, number, encoding->point[last - 1] - 1);
        else
            give_point(encoding, number, order_point(&encoding->problem, !last, number));
        last = number + 1;
        if (event->kind <= EVENT_WRITE)
            add_encoded_access(encoding, number, window_cut_of(encoding->window, thread, time));
    }
}

static void clear_points(struct encoding *encoding)
{
    for (uint32_t i = 0; i < encoding->pointed.size; i++)
        encoding->point[encoding->pointed.data[i]] = 0;
    vector_clear(&encoding->pointed);
    vector_clear(&encoding->touched);
}

// ---- threads

static void add_fork_order(struct encoding *encoding, uint32_t number)
{
    uint32_t child = encoded_event(encoding, number)->operand;
    if (encoding->window->most[child])
        add_order(encoding, number, causality_event(encoding->causality, child, 1));
}

static void add_join_order(struct encoding *encoding, uint32_t number)
{
    uint32_t child = encoded_event(encoding, number)->operand, most = encoding->window->most[child];
    uint32_t fork = encoding->causality->fork[child];
    if (most)
        add_order(encoding, causality_event(encoding->causality, child, most), number);
    else if (fork && encoded_event(encoding, fork - 1)->thread != encoded_event(encoding, number)->thread)
        add_order(encoding, fork - 1, number);
}

static void add_forks_and_joins(struct encoding *encoding)
{
    for (uint32_t i = 0; i < encoding->pointed.size; i++) {
        uint32_t number = encoding->pointed.data[i];
        if (encoded_event(encoding, number)->kind == EVENT_FORK)
            add_fork_order(encoding, number);
        else if (encoded_event(encoding, number)->kind == EVENT_JOIN)
            add_join_order(encoding, number);
    }
}

// Flag i says that the reordering has the events of a thread up to cut i: then it has the thread's earlier
// cuts, and in other threads what happens before that event.
static void add_cuts(struct encoding *encoding)
{
    const struct window *window = encoding->window;
    const struct closure *closure = &encoding->causality->closure;
    encoding->problem.flags = window->cuts.size;
    for (uint32_t i = 0; i < window->cuts.size; i++) {
        struct window_cut cut = window->cuts.data[i];
        uint32_t number = causality_event(encoding->causality, cut.thread, cut.time);
        uint32_t clock = encoding->causality->events[number].after;
        if (i && window->cuts.data[i - 1].thread == cut.thread) {
            order_push(&encoding->problem, i, ORDER_UNSET);
            order_push(&encoding->problem, i - 1, ORDER_SET);
            end_clause(encoding);
        }
        for (uint32_t t = 0; t < closure->threads; t++) {
            uint32_t needed = window_cut_of(window, t, closure_time(closure, clock, t));
            if (t == cut.thread || needed == WINDOW_ALWAYS)
                continue;
            order_push(&encoding->problem, i, ORDER_UNSET);
            if (needed != WINDOW_NEVER)
                order_push(&encoding->problem, needed, ORDER_SET);
            end_clause(encoding);
        }
    }
}

// ---- reads

enum known { NEVER, MAYBE, ALWAYS };

// Whether one event comes before another one, as far as what precedes them tells.
static enum known known_before(const struct encoding *encoding, uint32_t first, uint32_t second)
{
    if (encoded_event(encoding, first)->thread == encoded_event(encoding, second)->thread)
        return first < second ? ALWAYS : NEVER;
    if (causality_precedes(encoding->causality, first, second))
        return ALWAYS;
    return causality_precedes(encoding->causality, second, first) ? NEVER : MAYBE;
}

// Another write does not come between a read and the write that it saw.
static void keep_apart(struct encoding *encoding, const struct encoding_event *read, uint32_t write)
{
    uint32_t saw = encoding->causality->events[read->event].saw;
    if (saw == write + 1)
        return;
    enum known precedes = saw ? known_before(encoding, write, saw - 1) : NEVER;
    enum known follows = known_before(encoding, read->event, write);
    if (precedes == ALWAYS || follows == ALWAYS)
        return;
    push_unless(encoding, read->cut);
    if (precedes == MAYBE)
        push_before(encoding, write, saw - 1);
    if (follows == MAYBE)
        push_before(encoding, read->event, write);
    end_clause(encoding);
}

static void add_read_orders(struct encoding *encoding, const struct encoding_event *read,
                            const encoding_events *all)
{
    uint32_t saw = encoding->causality->events[read->event].saw;
    if (saw && encoded_event(encoding, saw - 1)->thread != encoded_event(encoding, read->event)->thread)
        add_order(encoding, saw - 1, read->event);
    for (uint32_t i = 0; i < all->size && !encoding->too_large; i++)
        if (encoded_event(encoding, all->data[i].event)->kind == EVENT_WRITE)
            keep_apart(encoding, read, all->data[i].event);
}

static void add_orders_of_reads(struct encoding *encoding)
{
    for (uint32_t v = 0; v < encoding->touched.size; v++) {
        const encoding_events *all = &encoding->accesses[encoding->touched.data[v]].events;
        for (uint32_t i = 0; i < all->size && !encoding->too_large; i++)
            if (encoded_event(encoding, all->data[i].event)->kind == EVENT_READ)
                add_read_orders(encoding, &all->data[i], all);
    }
}

// ---- locks

// A critical section in the window.
struct encoding_section {
    uint32_t thread, acquire, release; // events
    uint32_t acquired, released;       // cuts; released: WINDOW_NEVER if it stays open
    bool shared;
};

static struct encoding_section section_of(const struct encoding *encoding,
                                          const struct closure_history *history, uint32_t number)
{
    const struct closure_section *known = &history->sections.data[number];
    const struct window *window = encoding->window;
    bool closes = known->released <= window->most[history->thread];
    return (struct encoding_section){
        history->thread,
        known->event,
        closes ? causality_event(encoding->causality, history->thread, known->released) : 0,
        window_cut_of(window, history->thread, known->acquired),
        closes ? window_cut_of(window, history->thread, known->released) : WINDOW_NEVER,
        known->exclusive != number + 1,
    };
}

// What a clause says of two sections holds where one of them does not begin.
static void push_unless_both(struct encoding *encoding, const struct encoding_section *a,
                             const struct encoding_section *b)
{
    push_unless(encoding, a->acquired);
    push_unless(encoding, b->acquired);
}

static enum known ends_before(const struct encoding *encoding, const struct encoding_section *first,
                              const struct encoding_section *second)
{
    return first->released == WINDOW_NEVER ? NEVER : known_before(encoding, first->release, second->acquire);
}

// If the first section is the earlier one, it ends.
static void end_earlier(struct encoding *encoding, const struct encoding_section *first,
                        const struct encoding_section *second, bool may_be_later)
{
    if (first->released == WINDOW_ALWAYS)
        return;
    push_unless_both(encoding, first, second);
    order_push(&encoding->problem, first->released, ORDER_SET);
    if (may_be_later)
        push_before(encoding, second->release, first->acquire);
    end_clause(encoding);
}

// One of two sections ends before the other one begins.
static void exclude(struct encoding *encoding, const struct encoding_section *a,
                    const struct encoding_section *b)
{
    enum known a_first = ends_before(encoding, a, b), b_first = ends_before(encoding, b, a);
    if (a_first == ALWAYS || b_first == ALWAYS)
        return;
    push_unless_both(encoding, a, b);
    if (a_first == MAYBE)
        push_before(encoding, a->release, b->acquire);
    if (b_first == MAYBE)
        push_before(encoding, b->release, a->acquire);
    end_clause(encoding);
    if (a_first == MAYBE)
        end_earlier(encoding, a, b, b_first == MAYBE);
    if (b_first == MAYBE)
        end_earlier(encoding, b, a, a_first == MAYBE);
}

static void exclude_histories(struct encoding *encoding, const struct closure_history *a,
                              const struct closure_history *b)
{
    uint32_t sections_a = closure_sections_entered(a, encoding->window->most[a->thread]);
    uint32_t sections_b = closure_sections_entered(b, encoding->window->most[b->thread]);
    for (uint32_t i = 0; i < sections_a; i++) {
        struct encoding_section first = section_of(encoding, a, i);
        for (uint32_t k = 0; k < sections_b && !encoding->too_large; k++) {
            struct encoding_section second = section_of(encoding, b, k);
            if (!first.shared || !second.shared)
                exclude(encoding, &first, &second);
        }
    }
}

static void add_lock_orders(struct encoding *encoding)
{
    const struct closure *closure = &encoding->causality->closure;
    for (uint32_t lock = 0; lock < event_trace_count(encoding->causality->trace, NAMES_LOCKS); lock++) {
        const closure_numbers *of = &closure->lock_histories[lock];
        for (uint32_t i = 0; i < of->size; i++)
            for (uint32_t k = 0; k < i && !encoding->too_large; k++)
                exclude_histories(encoding, &closure->histories.data[of->data[i]],
                                  &closure->histories.data[of->data[k]]);
    }
}

bool encoding_make(struct encoding *encoding, const struct window *window)
{
    clear_points(encoding);
    order_clear(&encoding->problem);
    encoding->window = window;
    encoding->windows++;
    encoding->too_large = false;
    for (uint32_t t = 0; t < encoding->causality->closure.threads; t++)
        add_thread_points(encoding, t);
    add_cuts(encoding);
    add_forks_and_joins(encoding);
    add_orders_of_reads(encoding);
    add_lock_orders(encoding);
    encoding->times =
        memory_resize(encoding->times, (encoding->problem.points + (size_t)1) * sizeof *encoding->times);
    encoding->set =
        memory_resize(encoding->set, (encoding->problem.flags + (size_t)1) * sizeof *encoding->set);
    return !encoding->too_large;
}

// ---- solutions

struct placed {
    int64_t time;
    uint32_t thread, event;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->event > y->event) - (x->event < y->event);
}

// How many events of a thread the solution has.
static uint32_t length_in_solution(const struct encoding *encoding, uint32_t thread)
{
    const struct window *window = encoding->window;
    uint32_t length = window->least[thread];
    for (uint32_t i = 0; i < window->cuts.size; i++)
        if (window->cuts.data[i].thread == thread && encoding->set[i])
            length = window->cuts.data[i].time;
    return length;
}

void encoding_schedule(struct encoding *encoding, closure_numbers *schedule)
{
    VECTOR(struct placed) placed = {0};
    for (uint32_t t = 0; t < encoding->causality->closure.threads; t++) {
        int64_t time = INT64_MIN; // an event that does not matter comes right behind the one before it
        uint32_t length = length_in_solution(encoding, t);
        for (uint32_t i = 1; i <= length; i++) {
            uint32_t number = causality_event(encoding->causality, t, i);
            if (encoding->point[number])
                time = encoding->times[encoding->point[number] - 1];
            vector_push(&placed, (struct placed){time, t, number});
        }
    }
    if (placed.size)
        qsort(placed.data, placed.size, sizeof *placed.data, compare_placed);
    for (uint32_t i = 0; i < placed.size; i++)
        vector_push(schedule, placed.data[i].event);
    vector_free(&placed);
}
