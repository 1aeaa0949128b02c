// Ctrl-C and its like while a check runs.
#ifndef HEDDLE_CLI_INTERRUPTS_H
#define HEDDLE_CLI_INTERRUPTS_H

#include "heddle/check.h"

#include <stdbool.h>

// From here on the first SIGINT, SIGTERM or SIGHUP ends compiling or exploring of this check; a second one
// kills. NULL: there is nothing to end any more, to be called before the check is freed.
void interrupts_stop(struct heddle_check *check);
// Whether one of these signals has come since the first call.
bool interrupts_happened(void);

#endif
