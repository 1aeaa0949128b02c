// Leaves out the rule that $HEDDLE_DROP_RULE names (base/rules.h).
#include "base/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [RULE_ADDRESSES] = "addresses",
    [RULE_OVERLAPS] = "overlaps",
    [RULE_ENABLED] = "enabled",
    [RULE_CUTS] = "cuts",
    [RULE_PENDING] = "pending",
    [RULE_SLEEP_SETS] = "sleep-sets",
    [RULE_SLEEPERS] = "sleepers",
    [RULE_FLOW] = "flow",
    [RULE_FLOW_PENDING] = "flow-pending",
    [RULE_STRENGTHEN] = "strengthen",
    [RULE_RACE_CUTS] = "race-cuts",
    [RULE_RACE_ORDER] = "race-order",
    [RULE_RACES] = "races",
    [RULE_OUTCOMES] = "outcomes",
    [RULE_PARTLY] = "partly",
    [RULE_STARTED] = "started",
    [RULE_ARGUMENTS] = "arguments",
    [RULE_HANDLES] = "handles",
    [RULE_THREAD_ADDRESSES] = "thread-addresses",
    [RULE_LOCK_MEMORY] = "lock-memory",
    [RULE_JOINS] = "joins",
    [RULE_WAITING_JOINS] = "waiting-joins",
    [RULE_EDIT_VALUES] = "edit-values",
    [RULE_EDIT_CONTROL] = "edit-control",
    [RULE_EDIT_ORDERED] = "edit-ordered",
    [RULE_EDIT_LOOPS] = "edit-loops",
    [RULE_EDIT_JOINS] = "edit-joins",
    [RULE_EDIT_HEAP] = "edit-heap",
    [RULE_EDIT_ADDRESSES] = "edit-addresses",
    [RULE_EDIT_RELEASE] = "edit-release",
    [RULE_EDIT_DATA] = "edit-data",
    [RULE_EDIT_CONSTANTS] = "edit-constants",
    [RULE_EDIT_CALLEES] = "edit-callees",
    [RULE_EDIT_THREADS] = "edit-threads",
    [RULE_EDIT_NAMES] = "edit-names",
    [RULE_EDIT_FOOTPRINTS] = "edit-footprints",
    [RULE_EDIT_PROGRAM] = "edit-program",
    [RULE_PROOF_UNLOCK] = "proof-unlock",
    [RULE_PROOF_CALLS] = "proof-calls",
    [RULE_PROOF_TRIED] = "proof-tried",
    [RULE_PROOF_SHARED] = "proof-shared",
    [RULE_PROOF_SINGLE] = "proof-single",
    [RULE_PROOF_ALIAS] = "proof-alias",
    [RULE_PROOF_OWNER] = "proof-owner",
    [RULE_PROOF_MEMORY] = "proof-memory",
    [RULE_PROOF_OVERWRITE] = "proof-overwrite",
    [RULE_PROOF_ROBUST] = "proof-robust",
    [RULE_PROOF_SEMAPHORE] = "proof-semaphore",
    [RULE_PROOF_SECTION] = "proof-section",
    [RULE_PROOF_ENTERED] = "proof-entered",
    [RULE_PROOF_WAITS] = "proof-waits",
    [RULE_PROOF_ATOMIC] = "proof-atomic",
    [RULE_PROOF_RELATIVE_UNLOCK] = "proof-relative-unlock",
    [RULE_PROOF_RELATIVE_OWNER] = "proof-relative-owner",
    [RULE_PROOF_RELATIVE_MEMORY] = "proof-relative-memory",
    [RULE_PROOF_RELATIVE_SAME] = "proof-relative-same",
    [RULE_PROOF_OBSTACLES] = "proof-obstacles",
};
enum { RULES = sizeof names / sizeof *names };

static int dropped(void)
{
    const char *name = getenv("HEDDLE_DROP_RULE");
    for (int k = 0; name && k < RULES; k++)
        if (strcmp(name, names[k]) == 0)
            return k;
    if (!name || !*name)
        return RULES;
    fprintf(stderr, "HEDDLE_DROP_RULE: no rule is called %s\n", name);
    exit(2);
}

bool rule_holds(enum rule rule)
{
    static int missing = -1;
    if (missing < 0)
        missing = dropped();
    return (int)rule != missing;
}
