// The frontier of a search without pruning: the choice points of the present execution, how that came to
// them, and what is left to be explored from each; as bytes, for a later search that is asked the same of the
// same program by the same build of heddle. That one executes the way to the newest choice point once more,
// and goes on from there: it explores exactly what the first one would have explored, in the same order.
//
// The way is told by threads, what their steps were to decide (search_execute), and the alternatives taken at
// choice points within steps. Labels, outcomes and terms go by number: both searches have to number them
// alike, and to know the same facts (checkpoint.h sees to that).
#ifndef HEDDLE_EXPLORE_FRONTIER_H
#define HEDDLE_EXPLORE_FRONTIER_H

#include "base/bytes.h"
#include "explore/explore.h"

struct search;

// What of it is the reduction's: what it keeps for each choice point. Written between executions; read when
// all choice points are there, and says what they should. Sets from->damaged where that cannot be.
struct frontier_part {
    void (*write)(const struct search *s, byte_vector *to);
    void (*read)(struct search *s, struct byte_reader *from);
};
extern const struct frontier_part frontier_of_backtrack; // backtrack.c: thread by thread
extern const struct frontier_part frontier_of_source;    // frontier_source.c: source sets and wake-up trees

// A frontier as it was at the end of some execution. What it refers to by number stays until the search
// starts again.
struct frontier {
    byte_vector bytes; // empty: there is none
    struct exploration_counters counters;
    double next; // when the next one is noted
};

// At the end of an execution that nothing has interrupted: notes the frontier now and then, so that it costs
// little, and where the search stops here.
void frontier_note(struct search *s);
void frontier_free(struct search *s);
// Before the first step: brings the search to where the frontier was noted, so that it goes on from there
// when it is continued. False: it is damaged, or of another program.
bool frontier_take(struct search *s, struct byte_reader *from);

#endif
