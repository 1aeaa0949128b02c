// Scouts: where one execution goes on and on, because some loop in it does, all others would wait for its
// end. Then the search makes others, one after the other, that bound loops (--unwind) and so go elsewhere:
// after 3 rounds, after 30, and so on. What they find is a violation as any other. That they find nothing
// says nothing: the search goes on where it was.
#ifndef HEDDLE_EXPLORE_SCOUT_H
#define HEDDLE_EXPLORE_SCOUT_H

#include "explore/search.h"

// Whether the present execution goes on for longer than most ever do.
bool scout_is_long(const struct search *s);
// Sends the next scout if it is time: the violations that it finds are the search's.
void scout_send(struct search *s);

// ---- for all kinds of scouts (also walks.c)

// Whether scouts can be sent at all: not by one, not where schedules are bounded or drawn anyway, and not
// where each execution is looked at.
bool scout_may_be_sent(const struct search *s);
// The options of the search, without what it leaves to people and to later checks, and without pruning.
struct exploration_options scout_options(const struct search *s);
// Explores with these options, as long as it has patience. The violations found become those of `s`, which
// stops for them unless all are to be found; loops were bounded to so many rounds, 0: they were not.
void scout_explore(struct search *s, const struct exploration_options *options,
                   const struct patience *patience, uint64_t rounds);

#endif
