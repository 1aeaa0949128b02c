// Prediction with values (CTP): executes the program in heddle's machine, and looks for failures of
// assertions in the other orders of the events of these executions (docs/predict.md, "Values").
#ifndef HEDDLE_PREDICT_VALUE_SEARCH_H
#define HEDDLE_PREDICT_VALUE_SEARCH_H

#include "predict/machine_run.h"

// CTP sections 3 and 7.1: all that the program's statements allow; only reads of the values that were read.
enum value_model { MODEL_CTP, MODEL_MAXIMAL };

struct value_options {
    enum value_model model;
    bool prefixes;              // failures after which the rest of the trace is not executed (CTP 5.3)
    enum run_schedule schedule; // of the first execution; the others are drawn
    uint64_t runs;              // how many executions
    uint64_t most_events;       // of an execution; 0: a default
};

// Of the exploration's options counted are those of the machine, budgets, `seed` and `all`. The result is as
// explore's, never safe; every violation in it has been replayed.
struct exploration *predict_values(const struct program *program, const struct exploration_options *options,
                                   const struct value_options *value_options);

#endif
