// Violations that outlive a check: their witnesses are kept in the store, and a later check of the same
// program with the same options replays them instead of searching for them again.
#ifndef HEDDLE_REPORT_KEPT_VIOLATIONS_H
#define HEDDLE_REPORT_KEPT_VIOLATIONS_H

#include "report/earlier.h"
#include "report/result.h"

// The violations that a check of the program found, if all of them fail again now: an exploration of no
// executions with them, owned by the caller; *machine gets the properties that they were looked for with
// and, where the settings name no number of threads, as many as then, and *reuse what is known of that check.
// NULL: none are known, or one does not fail.
struct exploration *kept_violations_find(struct earlier *earlier, const struct settings *settings,
                                         const struct program *program, struct machine_options *machine,
                                         struct earlier_reuse *reuse);
// Keeps the violations of a check's result, if they are all that was asked for.
void kept_violations_keep(struct earlier *earlier, struct result *result);

#endif
