// The analyses of a program. Each is made when it is first asked for, and kept with the program until that is
// released: slices, faint values, searches and replays of one program share them.
#ifndef HEDDLE_ANALYSIS_ANALYSES_H
#define HEDDLE_ANALYSIS_ANALYSES_H

#include "analysis/dependence.h"

// Owned by the program, which must not be a constant.
struct points_to *analyses_points_to(const struct program *program);
struct calls *analyses_calls(const struct program *program);
struct threads *analyses_threads(const struct program *program);
// As thread_identity_hidden says.
bool analyses_thread_identity_hidden(const struct program *program);
struct loop_exits *analyses_loop_exits(const struct program *program);
struct dependence *analyses_dependence(const struct program *program);
// As open_seed.h says.
bool analyses_open_seed(const struct program *program, uint32_t code);
// As faint_values_compute and faint_seconds say.
struct faint_values *analyses_faint_values(const struct program *program, uint32_t properties);
bool analyses_faint_seconds(const struct program *program, uint32_t properties);

#endif
