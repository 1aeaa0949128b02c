// Scouts: short searches with bounded loops (--unwind), made while the search is in one very long execution,
// for whose end all others would wait: with loops of 3 rounds, of 30, and so on, so that they go elsewhere. A
// violation that a scout finds is one; that it finds none says nothing, and the search continues where it
// was.
#ifndef HEDDLE_EXPLORE_SCOUT_H
#define HEDDLE_EXPLORE_SCOUT_H

#include "explore/search.h"

// Whether the present execution goes on for longer than most ever do.
bool scout_is_long(struct search *s);
// Sends the next scout if it is time: the violations that it finds are the search's.
void scout_send(struct search *s);

// ---- for all kinds of scouts (also walks.c)

// Whether scouts can be sent at all: not by one, not where schedules are bounded or drawn anyway, and not
// where each execution is looked at.
bool scout_may_be_sent(const struct search *s);
// Explores with these options, as long as it has patience. The violations found become those of `s`, which
// stops for them unless all are to be found; loops were bounded to so many rounds, 0: they were not.
void scout_explore(struct search *s, const struct exploration_options *options,
                   const struct patience *patience, uint64_t rounds);

#endif
