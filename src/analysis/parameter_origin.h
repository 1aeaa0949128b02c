// Where the value of a parameter comes from, through functions that only hand it on: what starts and joins
// threads is told in such parameters how many they are (`start_workers(threads, 4)`).
#ifndef HEDDLE_ANALYSIS_PARAMETER_ORIGIN_H
#define HEDDLE_ANALYSIS_PARAMETER_ORIGIN_H

#include "analysis/call_sites.h"
#include "analysis/registers.h"

// A constant; or else a value that one call of the function of `flow` computes once.
struct parameter_origin {
    bool constant;
    uint64_t bits; // of the constant: as wide as the parameter
    const struct flow *flow;
    struct register_value value;
};

// The origin of a parameter word in all calls of the function: several calls all pass one constant, or there
// is one. False: it is not known, as where something else than a call by name enters the function.
bool parameter_origin_find(const struct calls *calls, uint32_t function, uint32_t parameter,
                           struct parameter_origin *origin);

#endif
