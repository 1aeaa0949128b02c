// A search over states (--por=states): all enabled threads from each state, and each state once, however it
// is reached (docs/states.md). So programs that never end are explored to the end where their states are
// finitely many.
#include "explore/stateful.h"

#include "explore/budget.h"
#include "explore/stateful_state.h"
#include "machine/describe.h"
#include "machine/questions.h"

#include <inttypes.h>

// ---- life

static void stateful_init(struct search *s)
{
    struct stateful *f = s->reduction_state = memory_zalloc(1, sizeof *f);
    f->visited = visited_new(s->machine);
}

static void forget_states(struct stateful *f)
{
    visited_free(f->visited);
    state_graph_free(&f->graph);
    livelock_notes_free(&f->notes);
    f->notes = (struct livelock_notes){0};
    f->visited = NULL;
}

static void stateful_free(struct search *s)
{
    struct stateful *f = stateful_of(s);
    forget_states(f);
    livelock_list_free(&f->livelocks);
    vector_free(&f->states);
    vector_free(&f->rounds);
    vector_free(&f->more);
    vector_free(&f->path);
    vector_free(&f->stuck);
    vector_free(&f->serving);
    backtrack_free(s);
}

static void stateful_restart(struct search *s)
{
    struct stateful *f = stateful_of(s);
    backtrack_restart(s);
    f->states.size = f->rounds.size = 0;
    f->followed = f->answered = 0;
    if (f->following)
        return;
    forget_states(f);
    s->result->states = s->words = 0;
    f->visited = visited_new(s->machine);
}

static void stateful_pushed(struct search *s, uint32_t point)
{
    backtrack_pushed(s, point);
    vector_push(&stateful_of(s)->states, NO_STATE);
    vector_push(&stateful_of(s)->rounds, machine_traced_round(s->machine));
}

static void stateful_before_pop(struct search *s, uint32_t point)
{
    backtrack_before_pop(s, point);
    stateful_of(s)->states.size = stateful_of(s)->rounds.size = point;
}

static void stateful_restored(struct search *s, uint32_t point)
{
    if (s->points.data[point].within_step)
        machine_set_traced_round(s->machine, stateful_of(s)->rounds.data[point]);
}

// ---- the graph

// `over`: the threads that do nothing any more.
static struct state_node describe_node(const struct search *s, struct thread_set *over)
{
    const struct machine *m = s->machine;
    struct state_node node = {0};
    struct thread_set_builder ended;
    thread_set_begin(&ended);
    uint32_t limit = machine_thread_limit(m);
    for (uint32_t t = 0; t < limit; t++) {
        enum thread_status status = machine_status(m, t);
        if (status == THREAD_ABSENT)
            continue;
        bool lives = thread_status_lives(status);
        node.waits |= lives;
        node.over += !lives;
        node.excused |= thread_status_excuses(status);
        if (!lives && status != THREAD_AT_EXIT) // what is done at exit is still to come
            thread_set_put(&ended, t);
    }
    *over = thread_set_finish(&ended);
    node.unjoined = machine_unjoined(m);
    return node;
}

// The choice points of the present step, which is over, are the newest; below them is the one that it began
// at.
static uint32_t first_answer(const struct search *s)
{
    uint32_t k = s->points.size;
    while (k && s->points.data[k - 1].within_step)
        k--;
    return k;
}

static void add_state_edge(struct search *s, uint32_t to, const struct state_node *node)
{
    struct stateful *f = stateful_of(s);
    uint32_t first = first_answer(s), from = first ? f->states.data[first - 1] : NO_STATE;
    const struct state_node *before = from == NO_STATE ? NULL : &f->graph.nodes.data[from];
    struct state_edge edge = {.from = from,
                              .to = to,
                              .answers = f->graph.answers.size,
                              .thread = (uint16_t)s->step.thread,
                              .advances = first < s->points.size || !before || before->over != node->over ||
                                          before->unjoined != node->unjoined};
    for (uint32_t k = first; k < s->points.size; k++)
        vector_push(&f->graph.answers, s->points.data[k].answer.alternative);
    edge.answer_end = f->graph.answers.size;
    vector_push(&f->graph.edges, edge);
    if (stateful_asks_livelocks(s))
        vector_push(&f->notes.rounds, machine_traced_round(s->machine));
}

// ---- searching

// What later races depend on is part of a state, too.
static void describe_races(struct search *s, struct stateful *f, const struct thread_set *over)
{
    f->more.size = 0;
    if (!s->races)
        return;
    const struct data_race_description *r = data_race_describe(s->races, over);
    s->words += r->words.size;
    for (uint32_t k = 0; k < r->begins.size; k++) {
        uint32_t end = k + 1 < r->begins.size ? r->begins.data[k + 1] : r->words.size;
        vector_push(&f->more,
                    (struct visited_part){r->words.data + r->begins.data[k], end - r->begins.data[k]});
    }
}

// Whether the present state is new, and that of the machine. The choice points of the step that led to it are
// on the stack.
static bool visit_present_state(struct search *s, uint32_t *state)
{
    struct stateful *f = stateful_of(s);
    uint32_t first = first_answer(s);
    const struct machine_mark *since = first ? &s->points.data[first - 1].machine : NULL;
    struct thread_set over;
    struct state_node node = describe_node(s, &over);
    describe_races(s, f, &over);
    bool new = visited_add(f->visited, since, f->more.data, f->more.size, state);
    s->words += visited_work(f->visited);
    if (*state == f->graph.nodes.size) {
        vector_push(&f->graph.nodes, node);
        if (stateful_asks_livelocks(s))
            livelock_notes_add(&f->notes, s->machine);
    }
    add_state_edge(s, *state, &node);
    if (stateful_asks_livelocks(s))
        machine_trace_rounds(s->machine); // from the first step on in which there are others
    s->result->states = visited_count(f->visited);
    return new;
}

static bool has_too_many_states(struct search *s)
{
    uint64_t limit = s->options->states;
    if (!limit || visited_count(stateful_of(s)->visited) <= limit)
        return false;
    char *text = memory_format("there are more than %" PRIu64 " states (--states)", limit);
    budget_stop(s, text);
    memory_free(text);
    return true;
}

static bool out_of_patience(const struct search *s)
{
    return s->patience && s->patience->work && search_work(s) >= s->patience->work;
}

static enum execution_end search_on(struct search *s, struct thread_set *enabled, enum step_result *result)
{
    struct stateful *f = stateful_of(s);
    uint32_t state, last = s->step.kind == OPERATION_NONE ? MACHINE_MAX_THREADS : s->step.thread;
    if (!visit_present_state(s, &state) || has_too_many_states(s))
        return EXECUTION_CUT;
    if (thread_set_count(enabled) == 0)
        return EXECUTION_MAXIMAL;
    uint32_t point = search_push_schedule_point(s, enabled);
    struct backtrack_sets *p = &f->backtrack.points.data[point];
    f->states.data[point] = state;
    p->backtrack = *enabled;
    if (out_of_patience(s))
        return EXECUTION_CUT; // to go on from here another time
    uint32_t thread = last < MACHINE_MAX_THREADS && thread_set_has(enabled, last)
                          ? last
                          : thread_set_first_without(&p->backtrack, &p->explored);
    thread_set_add(&p->explored, thread);
    *result = search_execute(s, thread, point, OUTCOME_ANY);
    return EXECUTION_GOES_ON;
}

static enum execution_end stateful_schedule(struct search *s, enum step_result *result)
{
    struct thread_set enabled = search_enabled(s);
    return stateful_of(s)->following ? stateful_follow(s, result) : search_on(s, &enabled, result);
}

// ---- whether it can be used

char *stateful_progress(const struct search *s)
{
    const struct stateful *f = stateful_of(s);
    char where[200];
    uint32_t count = visited_count(f->visited);
    uint64_t address = visited_growth(f->visited);
    if (!address)
        return memory_format("%" PRIu32 " states were met, and not all of their successors", count);
    machine_describe_address(s->machine, address, where, sizeof where);
    return memory_format("%" PRIu32
                         " states were met, and not all of their successors; what changes most often is %s",
                         count, where);
}

const char *stateful_excludes(uint32_t properties)
{
    static const struct {
        enum property property;
        const char *why;
    } about_executions[] = {
        {PROPERTY_LEAK, "leaks are about all memory at the end"},
        {PROPERTY_THREAD_LEAK, "which threads are left over is known at the end of an execution"},
        {PROPERTY_ATOMICITY, "atomicity violations are about executions, not states"},
    };
    for (uint32_t k = 0; k < sizeof about_executions / sizeof *about_executions; k++)
        if (properties & 1u << about_executions[k].property)
            return about_executions[k].why;
    return NULL;
}

bool stateful_applies(const struct exploration_options *o)
{
    return !stateful_excludes(o->machine.properties) && !o->preemption_limit && !o->iterative &&
           !machine_bounds_loops(&o->machine) && !o->finished && !o->all_output;
}

const struct reduction reduction_states = {
    .not_pruned = "each state is explored once anyway",
    .not_shared = "a search over states is one process",
    .searches_alone = true,
    .init = stateful_init,
    .free = stateful_free,
    .restart = stateful_restart,
    .pushed = stateful_pushed,
    .before_pop = stateful_before_pop,
    .restored = stateful_restored,
    .schedule = stateful_schedule,
    .answer = stateful_answer,
    .next = backtrack_next,
    .again = stateful_again,
    .progress = stateful_progress,
    .no_trace = true,
};
