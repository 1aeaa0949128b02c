// Bounds for single loops: --unwind=FILE:LINE=N.
#ifndef HEDDLE_REPORT_LOOP_BOUNDS_H
#define HEDDLE_REPORT_LOOP_BOUNDS_H

#include "base/error.h"
#include "machine/machine.h"
#include "report/settings.h"

typedef VECTOR(struct loop_bound) loop_bound_list;

// The value of --unwind: a number of rounds for all loops, or FILE:LINE=N for one, which is added to the
// list. False with a message that names the option.
bool loop_bounds_read(const struct option *option, const char *value, struct settings *settings,
                      struct error *error);
// The loops of the program that the texts mean, by code; each loop once, with the bound that was given last.
// Texts are borrowed. False with a message where one means none.
bool loop_bounds_resolve(const text_list *texts, const struct program *program, loop_bound_list *bounds,
                         struct error *error);

#endif
