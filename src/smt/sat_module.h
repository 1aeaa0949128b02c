// What a module with a SAT solver offers: libheddle-sat.so, opened when the first query needs it. The solver
// is written in C++, and only C++ can catch its exceptions: no function of this table ever throws.
//
// A variable is a number from 1 on, a literal is a variable or its negative. A solver is incremental: clauses
// stay, assumptions hold for one call.
#ifndef HEDDLE_SMT_SAT_MODULE_H
#define HEDDLE_SMT_SAT_MODULE_H

#ifdef __cplusplus
extern "C" {
#endif

// The version of this table; a module of another version is not used.
#define SAT_MODULE_VERSION 1
// The one symbol of the module: a function without parameters that returns its table.
#define SAT_MODULE_SYMBOL "heddle_sat_module"

struct sat;

enum sat_result {
    SAT_RESULT_UNKNOWN, // a limit was reached, or it was stopped
    SAT_RESULT_SATISFIABLE,
    SAT_RESULT_UNSATISFIABLE,
    SAT_RESULT_BROKEN, // memory ran out, or the solver gave up: it can only be closed
};

struct sat_module {
    int version;
    // A solver without clauses, owned by the caller; 0: there is no memory.
    struct sat *(*open)(void);
    void (*close)(struct sat *solver);
    // Adds a clause. Returns whether it did; if not, the solver is broken.
    int (*add)(struct sat *solver, const int *literals, unsigned count);
    // Is there an assignment in which all clauses and assumptions hold? At most so many conflicts are looked
    // at (0: any number); `stop`, if it is not 0, is called now and then, and ends the search by returning 1.
    enum sat_result (*solve)(struct sat *solver, const int *assumptions, unsigned count, int conflicts,
                             int (*stop)(void *context), void *context);
    // After SAT_RESULT_SATISFIABLE: whether the variable is true.
    int (*value)(struct sat *solver, int variable);
    // After SAT_RESULT_UNSATISFIABLE: whether the assumption was needed.
    int (*needed)(struct sat *solver, int assumption);
};

#ifdef __cplusplus
}
#endif

#endif
