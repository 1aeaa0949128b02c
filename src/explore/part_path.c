#include "explore/part_path.h"

#include "base/hash.h"
#include "explore/budget.h"
#include "explore/part_above.h"
#include "explore/source.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <stdlib.h>
#include <string.h>

// A step that can decide more than that does not sleep; neither does one with so many choices in a row.
enum { MOST_OUTCOMES = 64, MOST_CHOICES = 64 };

void part_add_path(byte_vector *to, const part_path *path)
{
    bytes_add_number(to, path->size);
    for (uint32_t k = 0; k < path->size; k++) {
        const struct part_choice *c = &path->data[k];
        bytes_add_number(to, c->index);
        bytes_add_number(to, c->count);
        bytes_add_number(to, c->check);
        bytes_add_number(to, c->within_step);
        if (!c->within_step)
            thread_set_write(&c->earlier, to);
    }
}

void part_read_path(struct byte_reader *from, part_path *path)
{
    for (uint32_t k = 0, count = bytes_count(from, 4); k < count && !from->damaged; k++) {
        struct part_choice c = {.index = (uint32_t)bytes_number_below(from, UINT32_MAX)};
        c.count = (uint32_t)bytes_number_below(from, UINT32_MAX);
        c.check = (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
        c.within_step = bytes_number_below(from, 2);
        if (!c.within_step)
            c.earlier = thread_set_read(from);
        from->damaged |= c.index >= c.count || (!c.within_step && c.count > MACHINE_MAX_THREADS);
        vector_push(path, c);
    }
}

// ---- threads by the order of their names

static int by_name(const void *a, const void *b)
{
    const struct named_thread *x = a, *y = b;
    return strcmp(x->name, y->name);
}

void part_name_threads(const struct search *s, const struct thread_set *enabled, named_threads *threads)
{
    threads->size = 0;
    for (uint32_t t = 0; t < machine_thread_limit(s->machine); t++)
        if (thread_set_has(enabled, t))
            vector_push(threads, (struct named_thread){machine_thread_name(s->machine, t), t});
    if (threads->size)
        qsort(threads->data, threads->size, sizeof *threads->data, by_name);
}

struct thread_set part_places(const named_threads *threads, const struct thread_set *set)
{
    struct thread_set places = {{0}, 0};
    for (uint32_t k = 0; k < threads->size; k++)
        if (thread_set_has(set, threads->data[k].thread))
            thread_set_add(&places, k);
    return places;
}

uint32_t part_check_state(const struct search *s, const named_threads *threads)
{
    uint64_t hash = s->steps;
    for (uint32_t k = 0; k < threads->size; k++) {
        const struct named_thread *t = &threads->data[k];
        hash = hash_combine(hash, hash_bytes(t->name, strlen(t->name)));
        hash = hash_combine(hash, machine_position(s->machine, t->thread));
        hash = hash_combine(hash, machine_next(s->machine, t->thread)->kind);
    }
    return (uint32_t)hash;
}

uint32_t part_check_alternative(const struct search *s)
{
    const struct machine_choice *choice = machine_choice(s->machine);
    const char *name = machine_thread_name(s->machine, choice->thread);
    uint64_t hash = hash_bytes(name, strlen(name));
    hash = hash_combine(hash, machine_position(s->machine, choice->thread));
    hash =
        hash_combine(hash, (uint64_t)choice->branch << 2 | (uint64_t)choice->after_join << 1 | choice->order);
    return (uint32_t)hash_combine(hash, s->steps);
}

// ---- what sleeps

// All that the step can decide, each as a sleeper of the set. False: that is too much, or the search has
// stopped.
static bool try_outcomes(struct search *s, uint32_t thread, enum step_result result, uint32_t choices,
                         sleeper_vector *set)
{
    const struct machine_decision *decisions;
    if (result == STEP_DONE) {
        uint32_t count = machine_decisions(s->machine, &decisions);
        struct sleeper sleeper = {.thread = thread, .complete = true, .weak = true};
        sleeper.label = machine_frozen(s->machine) ? LABEL_ALL : search_step_label(s);
        sleeper.outcome = outcome_intern(&s->outcomes, decisions, count);
        vector_push(set, sleeper);
        return set->size <= MOST_OUTCOMES;
    }
    if (result != STEP_CHOICE || choices == MOST_CHOICES)
        return false;
    struct machine_mark mark = machine_mark(s->machine);
    uint32_t count = machine_choice(s->machine)->count;
    for (uint32_t k = 0; k < count; k++) {
        if (k)
            machine_undo(s->machine, &mark);
        if (!try_outcomes(s, thread, machine_choose(s->machine, k), choices + 1, set))
            return false;
    }
    return true;
}

// The thread's next operation sleeps from now on, if it is known what it can do. It is executed for that, and
// undone. False: the search has stopped, or has to start again.
static bool put_to_sleep(struct search *s, uint32_t thread)
{
    sleeper_vector set = {0};
    struct present_step before = s->step;
    struct machine_mark mark = machine_mark(s->machine);
    s->trying = true;
    bool known = try_outcomes(s, thread, machine_step(s->machine, thread), 0, &set);
    s->trying = false;
    bool goes_on = !s->stop && !machine_must_restart(s->machine);
    if (goes_on)
        machine_undo(s->machine, &mark);
    s->step = before;
    for (uint32_t k = 0; known && k < set.size; k++)
        vector_push(&source_of(s)->sleepers.stack, set.data[k]);
    vector_free(&set);
    return goes_on;
}

// ---- following

// A path that is executed.
struct path_walk {
    struct search *s;
    const part_path *path;
    uint32_t at; // its next choice
    named_threads threads;
};

// The next choice of the path, if it is this one; NULL: it is not.
static const struct part_choice *next_choice(struct path_walk *w, bool within_step, uint32_t count)
{
    const struct part_choice *c = &w->path->data[w->at];
    if (c->within_step != within_step || c->count != count || c->index >= count)
        return NULL;
    w->at++;
    return c;
}

static bool is_walk_over(const struct search *s)
{
    return s->stop || s->data_race_restart || machine_must_restart(s->machine);
}

static enum part_way choose_alternative(struct path_walk *w, enum step_result *result)
{
    const struct part_choice *c = next_choice(w, true, machine_choice(w->s->machine)->count);
    if (!c || part_check_alternative(w->s) != c->check)
        return PART_WAY_UNFIT;
    *result = search_take_alternative(w->s, c->index);
    return PART_WAY_BEGUN;
}

// A choice point, with what was begun before asleep. As in a search that shares it with other processes, what
// sleeps counts only for what has its event (source_point.beside).
static bool make_point(struct path_walk *w, const struct thread_set *enabled, const struct part_choice *c)
{
    struct search *s = w->s;
    struct source_sets *r = source_of(s);
    struct part_asked asked = {.known = {{0}, 0}};
    uint32_t point = search_push_schedule_point(s, enabled);
    for (uint32_t k = 0; k < c->count; k++) {
        uint32_t thread = w->threads.data[k].thread;
        bool sleeps = k != c->index && thread_set_has(&c->earlier, k);
        if (sleeps && !put_to_sleep(s, thread))
            return false;
        if (sleeps || k == c->index)
            thread_set_add(&asked.known, thread);
    }
    r->points.data[point].sleep.end = r->sleepers.stack.size;
    r->points.data[point].beside = true;
    vector_push(&s->part->points, asked);
    return true;
}

static enum part_way choose_thread(struct path_walk *w, const struct thread_set *enabled,
                                   enum step_result *result)
{
    part_name_threads(w->s, enabled, &w->threads);
    const struct part_choice *c = next_choice(w, false, w->threads.size);
    if (!c || part_check_state(w->s, &w->threads) != c->check)
        return PART_WAY_UNFIT;
    uint32_t thread = w->threads.data[c->index].thread;
    if (!make_point(w, enabled, c))
        return PART_WAY_STOPPED;
    *result = search_execute(w->s, thread, w->s->points.size - 1, OUTCOME_ANY);
    return PART_WAY_BEGUN;
}

// The step is over: begins the next one.
static enum part_way go_to_next(struct path_walk *w, enum step_result *result)
{
    struct search *s = w->s;
    if ((++s->ticks & 255) == 0)
        budget_check(s);
    if (*result != STEP_DONE || is_walk_over(s))
        return PART_WAY_STOPPED;
    enum execution_end end = search_finish_step(s);
    if (is_walk_over(s))
        return PART_WAY_STOPPED;
    if (end != EXECUTION_GOES_ON)
        return PART_WAY_ASLEEP;
    struct thread_set enabled = search_enabled(s);
    uint32_t count = thread_set_count(&enabled);
    if (count == 0)
        return PART_WAY_UNFIT;
    if (count > 1)
        return choose_thread(w, &enabled, result);
    *result = search_execute(s, search_prefer(s, &enabled), NO_POINT, OUTCOME_ANY);
    return PART_WAY_BEGUN;
}

static enum part_way walk_part_path(struct path_walk *w, enum step_result *result)
{
    enum part_way way = PART_WAY_BEGUN;
    *result = search_start(w->s);
    while (w->at < w->path->size && way == PART_WAY_BEGUN) {
        if (is_walk_over(w->s))
            return PART_WAY_STOPPED;
        way = *result == STEP_CHOICE ? choose_alternative(w, result) : go_to_next(w, result);
    }
    return way == PART_WAY_BEGUN && is_walk_over(w->s) ? PART_WAY_STOPPED : way;
}

enum part_way part_follow(struct search *s, const part_path *path, enum step_result *result)
{
    struct path_walk w = {.s = s, .path = path};
    enum part_way way = walk_part_path(&w, result);
    vector_free(&w.threads);
    return way;
}
