// heddle replay --gdb (docs/export.md).
#ifndef HEDDLE_CLI_DEBUG_H
#define HEDDLE_CLI_DEBUG_H

#include "report/settings.h"

// Builds the program of the witness, settings->files.data[0], and runs it natively in gdb, which stops before
// each step of the schedule. Returns when gdb has ended: 0, or with the error set (empty: it was said) 2.
int debug_witness(const struct settings *settings, struct error *error);

#endif
