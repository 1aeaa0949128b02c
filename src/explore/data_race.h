// Data races by synchronisation order (docs/data-races.md): vector clocks in the manner of FastTrack
// (Flanagan and Freund, PLDI 2009), over what the machine noted of each step. Two accesses race when they
// share a byte, one of them writes, one of them is not atomic, and neither happens before the other.
//
// The detector follows the search by itself: it is given the number of a step of the present execution, and
// goes back to the state before that step if it has seen it, or steps after it, before.
#ifndef HEDDLE_EXPLORE_DATA_RACE_H
#define HEDDLE_EXPLORE_DATA_RACE_H

#include "base/vector.h"
#include "explore/trace.h"
#include "machine/machine.h"
#include "machine/questions.h"
#include "machine/thread_set.h"

// Indices of the notes of two accesses, in the order in which they happened.
struct data_race_pair {
    uint32_t first, second;
};

struct data_race_detector;
struct data_race_detector *data_race_new(void);
void data_race_free(struct data_race_detector *detector); // NULL is allowed

// Takes in step number `step` of the present execution: 0 is the start, n + 1 that of event n of the trace,
// which has been added. notes[begin, end) are the step's, those before are of the steps before. NULL for the
// trace: executions are explored in every order, so that an atomic section synchronises with all that came
// before it.
void data_race_step(struct data_race_detector *detector, uint32_t step, const struct machine_note *notes,
                    uint32_t begin, uint32_t end, const struct trace *trace);

// Describes what the detector knows as words: executions with equal words and equal states of the machine
// have equal races from there on. Left out are the numbers of ticks, the order of accesses to different
// memory, and accesses that happen before everything that threads can still do. Part k begins at begins[k].
// `over`: threads that do nothing any more. Valid until the next call.
struct data_race_description {
    VECTOR(uint64_t) words;
    VECTOR(uint32_t) begins;
};
const struct data_race_description *data_race_describe(struct data_race_detector *detector,
                                                       const struct thread_set *over);

// What the last step raced with: one pair for every two places. Valid until the next step.
uint32_t data_race_pairs(const struct data_race_detector *detector, const struct data_race_pair **pairs);
// Accesses without order between them of which one was not executed as a step: the private use of an object
// before it was shared, or what a thread that waits does meanwhile. Whether that is a race, only an execution
// in which the object is shared from birth, or the rounds of waiting are executed, can tell: facts that have
// to be known for that (machine_add_fact).
uint32_t data_race_suspects(const struct data_race_detector *detector, const struct learnt_fact **facts);
// The step that a note belongs to.
uint32_t data_race_step_of(const struct data_race_detector *detector, uint32_t note);

#endif
