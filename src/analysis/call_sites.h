// Every call of the program with what it means to control: the functions it enters in the same thread, the
// threads it starts, what natives among its targets do, and whether it comes back. Also the control flow of
// every function, which depends on that.
#ifndef HEDDLE_ANALYSIS_CALL_SITES_H
#define HEDDLE_ANALYSIS_CALL_SITES_H

#include "analysis/flow.h"
#include "analysis/points_to.h"

struct call_site {
    uint32_t code;
    uint32_t function; // that it is part of
    unsigned facts;    // of its native targets together (enum native_facts); FACT_STOPS for unmodelled ones
    unsigned native;   // the only native target; NATIVE_COUNT: none, or there are other targets
    bool stops, waits; // may not come back; may wait for another thread, also further down
    uint32_t first_entered, entered_count; // in calls->functions: functions with code, in the same thread
    uint32_t first_started, started_count; // start routines with code
};

struct calls {
    const struct program *program;
    struct points_to *points_to; // not owned
    struct call_site *sites;     // ascending by code
    uint32_t site_count;
    uint32_t *site_of;       // by instruction: index of its site, NO_CODE: no call
    uint32_t exit_function;  // the runtime's exit(), which is entered when main returns; NO_FUNCTION: none
    uint32_t *function_of;   // by instruction
    uint32_t *functions;     // see call_site
    uint32_t *caller_starts; // by function: the sites that enter it are callers[caller_starts[f]] ...
    uint32_t *callers;       // ... indices of sites
    uint64_t *stops,
        *waits; // sets of calls after which the flow cuts its nodes; waits: also those that enter code
    bool *function_stops, *function_waits; // by function
    struct flow **flows;                   // by function; NULL: no code
    uint32_t *node_base; // by function: number of its first flow node in the program; last: their count
};

// Never fails. Owned by the caller; refers to the program and to `points_to`, which must outlive it.
struct calls *calls_compute(const struct program *program, struct points_to *points_to);
void calls_free(struct calls *calls);

// The call at an instruction; NULL: it is none.
static inline const struct call_site *calls_at(const struct calls *calls, uint32_t code)
{
    return calls->site_of[code] == NO_CODE ? NULL : &calls->sites[calls->site_of[code]];
}

// The flow of the function that holds an instruction.
static inline const struct flow *calls_flow_at(const struct calls *calls, uint32_t code)
{
    return calls->flows[calls->function_of[code]];
}

// Whether the call goes through a pointer that may point anywhere; or hands such a pointer to a native that
// calls it, starts a thread with it, or keeps it as a destructor. points_to_callees does not list what may be
// entered then.
bool calls_go_anywhere(const struct calls *calls, const struct call_site *site);
bool calls_pass_anything(const struct calls *calls, const struct call_site *site);

// The operand (a register, or OPERAND_CONSTANT | index) of fixed word `argument` of the call; false: it has
// fewer.
bool call_operand(const struct program *program, uint32_t code, uint32_t argument, uint32_t *operand);

#endif
