// One line on standard error that tells how an exploration goes.
#ifndef HEDDLE_CLI_PROGRESS_H
#define HEDDLE_CLI_PROGRESS_H

#include "heddle/check.h"

struct progress {
    bool enabled, shown;
    // of the line before, for the rate
    double seconds, rate;
    uint64_t executions;
};

// Whether to show it; `when`: enum when.
bool progress_wanted(unsigned when);
// Called with a struct progress as context by the check.
void progress_show(void *context, const struct heddle_progress *now);
// Removes the line, if there is one.
void progress_clear(struct progress *progress);

#endif
