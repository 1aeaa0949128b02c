#include "explore/state_turns.h"

#include "explore/budget.h"
#include "explore/scout.h"
#include "explore/stateful.h"

// How much work the search over states may have done, beside that of the other one: as much where an
// execution goes on and on; where threads have gone round loops without effect, and no execution ended
// otherwise, a part, and some more for each such execution, since what it takes to find out whether they do
// so for ever is not counted; where executions are many, a part of what is beyond so much (LONG). It begins
// when that is so much, in one turn it does so much, and it is given up where a turn becomes many times as
// long: it is in a step that does not end. Where executions go on and on by choices, each ends after a few
// instructions, and what it takes to come to the next one (EXECUTION) is not counted either.
enum {
    PART = 4,
    ROUND = 10000,
    EXECUTION = 1000,
    BEGIN = 1000000,
    TURN = 2000000,
    STUCK = 20,
    LONG = 50000000
};

void state_turns_begin(struct state_turns *t, const struct program *program,
                       const struct exploration_options *options, double start)
{
    if (search_reduction(options)->searches_alone || !stateful_applies(options))
        return;
    *t = (struct state_turns){.program = program, .options = search_options_beside(options), .start = start};
    t->options.por = POR_STATES;
    t->options.max_memory /= 2; // states are kept, and the other search is to go on when they are too many
}

// Where it has ended before its time, the reasons say how far it has come.
static void give_up_states(struct state_turns *t)
{
    const remark_vector *reasons = &t->search->result->reasons;
    bool reported = t->search->stop && reasons->size;
    t->why = reported ? memory_copy_string(vector_last(reasons).message) : stateful_progress(t->search);
    search_abandon(t->search);
    t->search = NULL;
    t->given_up = true;
}

void state_turns_end(struct state_turns *t, struct exploration *e)
{
    if (t->search)
        give_up_states(t);
    if (t->why && e->out_of_budget && e->verdict == VERDICT_INCONCLUSIVE) {
        char *text = memory_format("a search over states did not come to an end: %s", t->why);
        vector_push(&e->reasons, (struct exploration_remark){.message = text, .code = NO_CODE, .times = 1});
    }
    memory_free(t->why);
}

static uint64_t states_share(struct search *s)
{
    uint64_t work = search_work(s);
    if (scout_is_long(s))
        return work + EXECUTION * s->result->counters.complete;
    bool endless = s->went_round && !s->result->counters.complete; // no execution has come to its end
    if (endless)
        return work / PART + ROUND * s->went_round;
    // Who asks for a search that reduces nothing wants all executions.
    return work > LONG && s->reduction->reverse_pending ? (work - LONG) / PART : 0;
}

// The search over states has come to its end, or to one of its own budgets.
static void take_states_result(struct search *s, struct state_turns *t)
{
    const struct exploration *e = t->search->result;
    bool complete = !e->reasons.size && !e->bounded;
    if (complete || (e->violations.size && !s->options->all)) {
        t->decides = s->stop = true;
        return;
    }
    search_take_violations(s, t->search);
    give_up_states(t);
}

void state_turns_take(struct search *s)
{
    struct state_turns *t = s->turns;
    if (!t || !t->program || t->given_up || t->decides || s->stop || s->trying)
        return;
    uint64_t may = states_share(s), done = t->search ? search_work(t->search) : 0;
    if (may < done + BEGIN)
        return;
    if (!t->search)
        t->search = search_new_if_possible(t->program, &t->options, t->start);
    const struct patience patience = {.work = may + TURN, .most = done + STUCK * (may + TURN)};
    if (!t->search)
        t->given_up = true;
    else if (search_continue(t->search, &patience))
        take_states_result(s, t);
}
