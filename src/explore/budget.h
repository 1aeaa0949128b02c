// When a search stops before its end: time, memory, executions, Ctrl-C, and the patience of whoever lets two
// searches take turns (staged.c); and the progress that is shown meanwhile.
#ifndef HEDDLE_EXPLORE_BUDGET_H
#define HEDDLE_EXPLORE_BUDGET_H

#include "explore/search.h"

#define BUDGET_MEMORY_RAN_OUT "the memory budget ran out (--max-memory)"

// Sets s->stop, with a reason in the result, where time or memory is used up or the user has interrupted;
// shows progress when its time has come. Reads the clock: not for every step.
void budget_check(struct search *s);
// Sets s->stop, with that reason in the result, unless it is set.
void budget_stop(struct search *s, const char *reason);
// After an execution: sets s->stop where --max-executions is reached, s->paused where patience is at its end.
void budget_check_executions(struct search *s);
// The part of search_work, since the last restart, whose counters a restart sets back.
uint64_t budget_lost_work(const struct search *s);

#endif
