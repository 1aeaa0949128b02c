// What the searches for the different kinds of failures in an execution's orders share. Private to
// value_search.c, value_event_search.c and assertion_prediction.c.
#ifndef HEDDLE_PREDICT_VALUE_QUESTIONS_H
#define HEDDLE_PREDICT_VALUE_QUESTIONS_H

#include "predict/value_atomicity.h"
#include "predict/value_encoding.h"
#include "predict/value_races.h"
#include "predict/value_search.h"

// How often it was asked about events at these places.
struct asked_places {
    uint32_t places[3];
    uint32_t times;
};

struct value_search {
    const struct program *program;
    const struct exploration_options *options;
    const struct value_options *values;
    struct exploration *result;
    double start;
    bool stop;
    // of the present execution
    struct terms *terms;
    struct smt *smt;
    const struct machine_run *run;
    struct trace_program trace;
    term_list conjuncts;
    uint64_t *model; // of the run
    uint32_t model_count;
    VECTOR(uint32_t) found;            // codes of assertions that fail
    triple_list torn;                  // codes of atomicity violations that were found
    VECTOR(struct asked_places) asked; // in the present execution
    pair_list raced;                   // places of data races that were found
};

// Makes the trace program of the run and all that is said of its orders. False: the run itself contradicts
// that, and a reason says so. Ended by value_end in any case.
bool value_begin(struct value_search *s);
void value_end(struct value_search *s);

void value_add_reason(struct value_search *s, uint32_t code, const char *message);
// The reason that the solver did not say in time whether the operation at `code` fails, unless the search is
// to end anyway.
void value_add_undecided(struct value_search *s, uint32_t code);
// Whether the search is to end: a budget ran out, or a violation was found and one is enough.
bool value_over(void *search);
// Whether an order has it; then its values, by index of the input.
enum smt_answer value_ask(struct value_search *s, term question, uint64_t *values);
// Replays the violation as everything else that heddle reports, and adds it. `certain`: it has to replay.
// Takes it.
void value_confirm(struct value_search *s, struct exploration_violation *v, bool certain);

// The condition that threads go on after this assertion, by its number from 1, though it failed; 0: after
// none.
term value_waives(const struct value_search *s, uint32_t number);
// The condition that the whole trace is executed (CTP section 4).
term value_completed(const struct value_search *s);
// With the maximal causal model: inputs, and reads but those that the condition itself looks at, have the
// values of the run. TERM_NONE: it is about events of threads, not a condition.
term value_observed(struct value_search *s, term condition);
// The whole trace is executed, as if the assertion had not stopped its thread; or, with `number` 0, only what
// comes before it.
term value_failing(struct value_search *s, const struct trace_assertion *a, uint32_t number);
// Whether something was found at that code.
bool value_is_found(const struct value_search *s, uint32_t code);

// Of the present execution: violations of atomicity, data races, and what the machine may report of its own
// (late uses, null pointers, divisors), where they are asked for.
void value_look_for_tears(struct value_search *s);
void value_look_for_races(struct value_search *s);
void value_look_for_errors(struct value_search *s);

#endif
