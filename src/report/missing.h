// Functions that the program calls and that have neither a body nor a model.
#ifndef HEDDLE_REPORT_MISSING_H
#define HEDDLE_REPORT_MISSING_H

#include "explore/explore.h"
#include "report/settings.h"

// The names that --havoc gives; for `all` those of all such functions.
void missing_havoc(const struct settings *settings, const struct program *program, text_list *to);
// Warns of names given to --havoc that mean no such function.
void missing_warn_of_havoc(const struct settings *settings, const struct program *program,
                           struct exploration *exploration);
// If an execution ended at such a function, names in a warning all that may be reached, so that they need not
// be found one after the other.
void missing_warn(const struct settings *settings, const struct program *program,
                  struct exploration *exploration);

#endif
