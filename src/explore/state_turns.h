// A search over states (stateful.h) that takes turns with another search, where executions do not come to an
// end, or are very many: the other search may never end, the search over states ends where these are finitely
// many. The first to end gives the result. Turns are counted in work, not in time: every run is the same.
#ifndef HEDDLE_EXPLORE_STATE_TURNS_H
#define HEDDLE_EXPLORE_STATE_TURNS_H

#include "explore/explore.h"

struct search;

// One for all searches of an exploration, which it outlives. A cleared one lets no search take turns.
struct state_turns {
    const struct program *program; // NULL: cleared
    struct exploration_options options;
    double start;
    struct search *search; // NULL: not begun, or given up
    char *why;             // it was given up; NULL: nothing is to be said
    bool given_up;
    bool decides; // it has come to its end, with the result of the exploration
};

// Prepares turns, if a search over states can decide what is asked; nothing is explored yet.
void state_turns_begin(struct state_turns *turns, const struct program *program,
                       const struct exploration_options *options, double start);
// Where a budget has ended the exploration, how far the search over states has come is a reason, too; frees
// what is left.
void state_turns_end(struct state_turns *turns, struct exploration *result);
// Lets the search over states go on for a while, if it is its turn. Sets s->stop where it decides. To be
// asked now and then while another search goes on (budget_check).
void state_turns_take(struct search *s);

#endif
