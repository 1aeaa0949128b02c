// Livelocks and starvation (docs/states.md, "Livelocks"): from the graph of a search over states that is
// complete, the cycles in which threads are scheduled fairly and some thread waits for ever.
#ifndef HEDDLE_EXPLORE_LIVELOCK_H
#define HEDDLE_EXPLORE_LIVELOCK_H

#include "explore/livelock_notes.h"
#include "explore/state_graph.h"

struct livelock {
    uint32_t thread;       // which waits
    bool denied;           // it is not enabled in any state of the cycle; else:
    struct loop_seen seen; // the loop that it goes round
    bool certain;          // no step of the cycle has a choice in it
    uint32_t entry;        // the state at which the cycle begins
    uint32_t rank;         // how many states come before it (state_graph_ranks)
    state_path cycle;      // edges, from there back to there
};
typedef VECTOR(struct livelock) livelock_list;

// For each thread and each loop that it may go round for ever, and each thread that may never be enabled
// again, a cycle near to the program's start; nearer ones first. Those that are certain; where there are
// none, those that are not. `exits`: of the program. The list is the caller's, and was empty.
void livelock_find(const struct state_graph *graph, const struct livelock_notes *notes,
                   struct loop_exits *exits, livelock_list *found);
void livelock_list_free(livelock_list *list);

#endif
