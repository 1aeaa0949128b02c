// Explorations on many machines as options of checks: what goes with --cluster, what workers are told of the
// settings, and workers as the command begins them.
#ifndef HEDDLE_REPORT_CLUSTER_H
#define HEDDLE_REPORT_CLUSTER_H

#include "report/entry.h"

// Whether --cluster can be used with the other settings. False with the error set, which has no password in
// it.
bool cluster_check(const struct settings *settings, struct error *error);
// explore() for a check with --cluster; of the options as verify_exploration_options has made them.
struct exploration *cluster_run(struct heddle_check *check, const struct exploration_options *options);

// Whether the settings of `heddle worker` can be used: one file, the URL.
bool cluster_worker_check(const struct settings *settings, struct error *error);
// Works until *stop. HEDDLE_SAFE, or with the error set why there is nothing to work with.
enum heddle_status cluster_work(const struct settings *settings, const atomic_bool *stop,
                                void (*remark)(void *context, const char *text), struct error *error);

#endif
