// What one query of a solver may take.
#ifndef HEDDLE_SMT_LIMITS_H
#define HEDDLE_SMT_LIMITS_H

// 0: any. Effort is counted in steps of the solver, as many as it takes in so many milliseconds of an idle
// machine; milliseconds go by the clock (smt_effort, smt_limit).
struct solver_limits {
    unsigned effort, milliseconds;
};

#endif
