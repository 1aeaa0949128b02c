#include "explore/split.h"

#include "base/clock.h"
#include "base/resident.h"
#include "explore/budget.h"
#include "explore/part_result.h"
#include "machine/questions.h"

enum { ROOT = 0 };

// One end of a choice, in a tree of all paths; and what is known of the choice that comes next from there.
struct split_vertex {
    uint32_t parent;           // of ROOT: none
    struct part_choice choice; // that leads here
    // What is explored from there: threads by their places. count 0: nothing is known.
    struct thread_set begun;
    uint32_t count, check;
};

struct split_part {
    uint32_t vertex; // at the end of its path
    bool known;
};

struct split {
    struct search *s; // its machine has what was learnt, its result is that of the whole; executes nothing
    struct part_totals totals;
    uint32_t epoch, open;
    byte_vector begin; // what the epoch began with
    VECTOR(struct split_part) parts;
    VECTOR(struct split_vertex) vertices;
};

static void add_split_part(struct split *split, uint32_t vertex)
{
    vector_push(&split->parts, (struct split_part){.vertex = vertex});
    split->open++;
}

static void begin_split_epoch(struct split *split)
{
    split->parts.size = split->vertices.size = split->open = 0;
    split->epoch++;
    machine_settle_facts(split->s->machine);
    split->begin.size = 0;
    part_write_epoch(split->s, &split->begin);
    vector_push(&split->vertices, (struct split_vertex){.parent = ROOT});
    add_split_part(split, ROOT);
}

struct split *split_new(const struct program *program, const struct exploration_options *options,
                        double start)
{
    struct split *split = memory_zalloc(1, sizeof *split);
    split->s = search_new(program, options, start);
    begin_split_epoch(split);
    return split;
}

uint32_t split_epoch(const struct split *split)
{
    return split->epoch;
}

void split_write_epoch(const struct split *split, byte_vector *to)
{
    bytes_add(to, split->begin.data, split->begin.size);
}

uint32_t split_count(const struct split *split)
{
    return split->parts.size;
}

bool split_is_open(const struct split *split, uint32_t part)
{
    return !split->parts.data[part].known;
}

// The ends of the choices that lead to the vertex, the first one first.
typedef VECTOR(uint32_t) vertex_path;

static void find_path(const struct split *split, uint32_t vertex, vertex_path *path)
{
    for (uint32_t v = vertex; v != ROOT; v = split->vertices.data[v].parent)
        vector_push(path, v);
    for (uint32_t k = 0; k < path->size / 2; k++) {
        uint32_t v = path->data[k];
        path->data[k] = path->data[path->size - 1 - k];
        path->data[path->size - 1 - k] = v;
    }
}

void split_write_path(const struct split *split, uint32_t part, byte_vector *to)
{
    vertex_path ends = {0};
    part_path path = {0};
    find_path(split, split->parts.data[part].vertex, &ends);
    for (uint32_t k = 0; k < ends.size; k++)
        vector_push(&path, split->vertices.data[ends.data[k]].choice);
    part_add_path(to, &path);
    vector_free(&ends);
    vector_free(&path);
}

// ---- results

static uint32_t add_vertex(struct split *split, uint32_t from, struct part_choice choice)
{
    vector_push(&split->vertices, (struct split_vertex){.parent = from, .choice = choice});
    return split->vertices.size - 1;
}

// A part for each of the threads that was not begun there; those that were sleep in it.
static void begin_threads(struct split *split, uint32_t vertex, const struct thread_set *threads)
{
    for (uint32_t k = 0; k < split->vertices.data[vertex].count; k++) {
        struct split_vertex *v = &split->vertices.data[vertex];
        if (!thread_set_has(threads, k) || thread_set_has(&v->begun, k))
            continue;
        struct part_choice choice = {.index = k, .count = v->count, .check = v->check, .earlier = v->begun};
        thread_set_add(&v->begun, k);
        add_split_part(split, add_vertex(split, vertex, choice));
    }
}

// What a part leaves at one choice point. Returns the end of the choice that its last execution made there.
static uint32_t add_rest_parts(struct split *split, uint32_t vertex, const struct part_rest *rest)
{
    struct split_vertex *v = &split->vertices.data[vertex];
    struct part_choice choice = rest->last;
    v->count = choice.count;
    v->check = choice.check;
    if (choice.within_step) {
        uint32_t end = add_vertex(split, vertex, choice);
        while (++choice.index < choice.count)
            add_split_part(split, add_vertex(split, vertex, choice));
        return end;
    }
    v->begun = choice.earlier;
    thread_set_add(&v->begun, choice.index);
    begin_threads(split, vertex, &rest->threads);
    return add_vertex(split, vertex, choice);
}

static bool fits_path(const struct split *split, const vertex_path *path, const struct part_wishes *wishes)
{
    uint32_t states = 0;
    for (uint32_t k = 0; k < path->size; k++)
        states += !split->vertices.data[path->data[k]].choice.within_step;
    return wishes->asked.size <= states; // fewer: it did not come to all of them
}

static bool add_wished_parts(struct split *split, uint32_t part, const struct part_wishes *wishes)
{
    vertex_path path = {0};
    uint32_t vertex = split->parts.data[part].vertex, asked = 0;
    find_path(split, vertex, &path);
    bool good = fits_path(split, &path, wishes);
    for (uint32_t k = 0; good && k < path.size && asked < wishes->asked.size; k++)
        if (!split->vertices.data[path.data[k]].choice.within_step)
            begin_threads(split, split->vertices.data[path.data[k]].parent, &wishes->asked.data[asked++]);
    for (uint32_t k = 0; good && k < wishes->rest.size; k++)
        vertex = add_rest_parts(split, vertex, &wishes->rest.data[k]);
    vector_free(&path);
    return good;
}

static void close_part(struct split *split, uint32_t part)
{
    split->parts.data[part].known = true;
    split->open--;
}

// What the results so far have counted counts no more.
static void begin_again(struct split *split)
{
    struct exploration_counters *c = &split->s->result->counters;
    *c = (struct exploration_counters){.restarts = c->restarts + 1};
    search_restart(split->s);
    begin_split_epoch(split);
    if (split->s->options->restarted)
        split->s->options->restarted(split->s->options->context);
}

static enum split_news receive_part_result(struct split *split, uint32_t part, struct byte_reader *from,
                                           struct part_wishes *wishes)
{
    switch (part_read_result(split->s, &split->totals, from, wishes)) {
    case PART_NEWS_DONE:
        split->s->result->parts++;
        if (!add_wished_parts(split, part, wishes))
            split_stop(split, "what was reported of a part of the exploration does not fit it");
        break;
    case PART_NEWS_EPOCH: begin_again(split); return SPLIT_EPOCH;
    case PART_NEWS_STOP: break;
    case PART_NEWS_DAMAGED: return SPLIT_DAMAGED;
    }
    close_part(split, part);
    return SPLIT_TAKEN;
}

enum split_news split_hear(struct split *split, uint32_t epoch, uint32_t part, const void *data, size_t size)
{
    struct byte_reader from = {data, (const unsigned char *)data + size, false};
    struct part_wishes wishes = {0};
    if (split->s->stop || epoch != split->epoch || part >= split->parts.size || !split_is_open(split, part))
        return SPLIT_OLD;
    enum split_news news = receive_part_result(split, part, &from, &wishes);
    part_free_wishes(&wishes);
    return news;
}

// ---- the end

bool split_is_over(const struct split *split)
{
    return split->s->stop || split->open == 0;
}

void split_look(struct split *split)
{
    const struct exploration_options *o = split->s->options;
    double seconds = clock_seconds() - split->s->start;
    if (o->interrupt && o->interrupt->stop) {
        split->s->result->interrupted = true;
        split_stop(split, "interrupted before all executions were explored");
    } else if (o->max_seconds > 0 && seconds > o->max_seconds) {
        split_stop(split, "the time budget ran out (--max-seconds)");
    } else if (o->max_memory && resident_bytes() > o->max_memory) {
        split_stop(split, BUDGET_MEMORY_RAN_OUT);
    }
    if (o->progress) {
        struct exploration_counters counters = split->s->result->counters;
        counters.explored = -1; // nobody knows how many parts there will be
        o->progress(o->context, &counters, seconds);
    }
}

uint64_t split_least_work(const struct split *split)
{
    static const double times = 10, per_second = 1e8; // units of search_work
    return (uint64_t)(split->s->result->analysis_seconds * times * per_second);
}

void split_stop(struct split *split, const char *reason)
{
    struct search *s = split->s;
    if (s->stop)
        return;
    s->stop = s->result->bounded = s->result->out_of_budget = true;
    search_add_reason(s, NO_CODE, reason);
}

struct exploration *split_end(struct split *split)
{
    search_sort_violations(split->s);
    struct exploration *e = search_end(split->s);
    const struct part_totals *totals = &split->totals;
    uint64_t leaks_open = e->machine.leaks_open + totals->machine.leaks_open;
    e->machine = totals->machine;
    e->machine.leaks_open = leaks_open;
    e->solver = totals->solver;
    vector_free(&split->parts);
    vector_free(&split->vertices);
    vector_free(&split->begin);
    memory_free(split);
    return e;
}
