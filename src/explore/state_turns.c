#include "explore/state_turns.h"

#include "explore/budget.h"
#include "explore/scout.h"
#include "explore/stateful.h"

// How much work the search over states may have done, beside that of the other one: as much where an execution goes
// on and on, and a part where threads have gone round loops without effect. In one turn it does so much at least, and
// it is given up where a turn becomes many times as long: it is in a step that does not end.
enum { TURN = 10000000, PART = 4, LEAST = 40000000, STUCK = 8 };

void state_turns_begin(struct state_turns *t, const struct program *program,
                       const struct exploration_options *options, double start)
{
    bool other = options->por == POR_STATES || options->por == POR_RANDOM;
    if (other || !stateful_applies(options))
        return;
    *t = (struct state_turns){.program = program, .options = *options, .start = start};
    t->options.por = POR_STATES;
    t->options.prune = t->options.prune_late = false;
    t->options.max_executions = 0;
    t->options.progress = NULL;
    t->options.output = NULL;
    t->options.restarted = NULL;
    t->options.keep = NULL;
    t->options.checkpoint = NULL;
}

static void give_up(struct state_turns *t)
{
    if (t->search) {
        t->states = t->search->result->states;
        search_abandon(t->search);
    }
    t->search = NULL;
    t->given_up = true;
}

void state_turns_end(struct state_turns *t)
{
    if (t->search)
        give_up(t);
}

static uint64_t share(const struct search *s)
{
    uint64_t work = search_work(s);
    if (scout_is_long(s))
        return work;
    return s->went_round && work >= LEAST ? work / PART : 0;
}

// It has come to its end, or to one of its own budgets.
static void take_result(struct search *s, struct state_turns *t)
{
    const struct exploration *e = t->search->result;
    bool complete = !e->reasons.size && !e->bounded;
    if (complete || (e->violations.size && !s->options->all)) {
        t->decides = s->stop = true;
        return;
    }
    search_take_violations(s, t->search);
    give_up(t);
}

void state_turns_take(struct search *s)
{
    struct state_turns *t = s->turns;
    if (!t || !t->program || t->given_up || t->decides || s->stop || s->trying)
        return;
    uint64_t may = share(s), done = t->search ? search_work(t->search) : 0;
    if (may < done + TURN && (t->search || may < TURN / PART))
        return;
    if (!t->search)
        t->search = search_new_if_possible(t->program, &t->options, t->start);
    const struct patience patience = {.work = may + TURN, .most = done + STUCK * (may + TURN)};
    if (!t->search)
        t->given_up = true;
    else if (search_continue(t->search, &patience))
        take_result(s, t);
}
