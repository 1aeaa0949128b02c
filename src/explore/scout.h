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

#endif
