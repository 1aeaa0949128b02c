// Paths of the graph of a search over states (stateful.c) that are executed once it is complete: to states in
// which threads go round for ever, and round the cycles of livelocks.
#include "explore/stateful_state.h"
#include "machine/questions.h"

static void begin_following(struct search *s, uint32_t state)
{
    struct stateful *f = stateful_of(s);
    f->path.size = 0;
    f->followed = f->answered = 0;
    f->goal = state;
    f->cycle = NO_CYCLE;
    state_graph_path(&f->graph, state, &f->path);
    f->following = true;
}

// At the end of the path stands the state in which threads go round for ever. Where none of them waits, none
// does in states that lead there either: it goes on as it does here, or into some loop that it could leave or
// to where it is blocked, and there it would be found to.
enum execution_end stateful_follow(struct search *s, enum step_result *result)
{
    struct stateful *f = stateful_of(s);
    f->answered = 0;
    if (++f->followed == f->cycle)
        f->cycle_schedule = s->schedule.size;
    if (f->followed < f->path.size) {
        *result =
            search_execute(s, f->graph.edges.data[f->path.data[f->followed]].thread, NO_POINT, OUTCOME_ANY);
        return EXECUTION_GOES_ON;
    }
    if (f->cycle != NO_CYCLE) {
        stateful_report_livelock(s);
        return EXECUTION_CUT;
    }
    if (machine_only_runs_for_ever(s->machine)) {
        search_warn_endless_loops(s);
        vector_push(&f->serving, f->goal);
        return EXECUTION_CUT;
    }
    vector_push(&f->stuck, f->goal);
    if (!machine_deadlocked(s->machine)) {
        s->result->bounded = true;
        search_add_reason(s, NO_CODE, "whether threads go round their loops for ever");
        return EXECUTION_CUT;
    }
    return EXECUTION_MAXIMAL;
}

uint32_t stateful_answer(struct search *s, uint32_t count)
{
    struct stateful *f = stateful_of(s);
    if (!f->following)
        return ANSWER_ALL;
    const struct state_edge *edge = &f->graph.edges.data[f->path.data[f->followed]];
    uint32_t at = edge->answers + f->answered++;
    uint32_t answer = at < edge->answer_end ? f->graph.answers.data[at] : 0;
    return answer < count ? answer : 0;
}

static bool begin_following_stuck(struct search *s)
{
    struct stateful *f = stateful_of(s);
    bool asked = s->options->machine.properties & 1u << PROPERTY_DEADLOCK;
    if ((f->stuck.size && !s->options->all) || !asked)
        return false;
    uint32_t stuck = state_graph_find_stuck(&f->graph, &f->stuck, &f->serving);
    if (stuck == NO_STATE)
        return false;
    begin_following(s, stuck);
    return true;
}

static bool begin_livelock(struct search *s)
{
    struct stateful *f = stateful_of(s);
    const struct livelock *l = stateful_asks_livelocks(s) ? stateful_next_livelock(s) : NULL;
    if (!l)
        return false;
    begin_following(s, l->entry);
    f->cycle = f->path.size;
    for (uint32_t k = 0; k < l->cycle.size; k++)
        vector_push(&f->path, l->cycle.data[k]);
    return true;
}

bool stateful_again(struct search *s)
{
    bool found = s->result->violations.size && !s->options->all;
    return !found && !s->stop && (begin_following_stuck(s) || begin_livelock(s));
}
