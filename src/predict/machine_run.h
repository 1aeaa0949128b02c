// One execution of a program in heddle's own machine, with what a concurrent trace program is built from
// (machine/followed.h). Which thread comes next, what is chosen and what inputs are is a function of the
// options.
#ifndef HEDDLE_PREDICT_MACHINE_RUN_H
#define HEDDLE_PREDICT_MACHINE_RUN_H

#include "explore/explore.h"
#include "machine/followed.h"

// DRAWN: by the seed, as are inputs and choices; otherwise inputs are 0, and of choices the first alternative
// is taken. ROUND_ROBIN: threads take turns; SEQUENTIAL: a thread goes on as long as it can, then the first
// one that can.
enum run_schedule { RUN_DRAWN, RUN_ROUND_ROBIN, RUN_SEQUENTIAL };

#define NO_THREAD 0xffffffffu

// Who comes next, in place of a schedule. What stops a thread is then a matter of that thread alone, and
// nothing is said of it in the run.
struct run_guide {
    void *context;
    // The execution begins, perhaps once more: something was learnt.
    void (*begin)(void *context, struct machine *machine);
    // The thread, which must be enabled, that makes this step of the schedule; NO_THREAD: the execution is
    // over.
    uint32_t (*next)(void *context, uint32_t step);
    void (*stopped)(void *context, const struct machine_report *report);
};

struct machine_run_options {
    const struct machine_options *machine;
    const struct run_guide *guide; // NULL: the schedule says
    enum run_schedule schedule;
    uint64_t seed;
    uint32_t most_events; // the execution is cut after so many
    bool (*interrupt)(void *context);
    void *context;
};

// What the execution did up to where it ended or was cut. All is owned by it; terms belong to the table it
// was made with.
struct machine_run {
    VECTOR(struct followed_item) items;
    VECTOR(struct access) accesses; // of items
    VECTOR(uint32_t) step_of_item;  // the schedule's step in which it was executed; NO_STEP: before the first
    schedule_vector schedule;       // with the answers to choices behind the steps in which they came up
    VECTOR(uint64_t) values;        // of inputs, by index
    VECTOR(char *) input_names;     // of inputs, NULL: of a read
    VECTOR(bool) input_floats;      // whether people read them as floating-point numbers
    VECTOR(char *) thread_names;
    learnt_vector learnt;
    uint32_t threads;      // their numbers are below it
    uint64_t instructions; // that were executed
    bool waits;            // loops that wait for others were executed
    bool fails_later; // a branch around a failure is an assertion though other things are done before that
    bool interrupted;
    char *cut;                            // why it is only the beginning of an execution; NULL: it is whole
    uint32_t cut_at;                      // code, or NO_CODE
    struct exploration_violation *failed; // the execution itself fails; NULL: it passes
};
#define NO_STEP 0xffffffffu

struct machine_run *machine_run(const struct program *program, struct terms *terms,
                                const struct machine_run_options *options);
void machine_run_free(struct machine_run *run);

// A violation with the run's threads and what was learnt, and these values of inputs (by their index); the
// schedule is left to the caller.
struct exploration_violation machine_run_violation(const struct machine_run *run, struct terms *terms,
                                                   const uint64_t *values);
// Executes the violation's schedule and takes the first violation that is reported in its last step: message,
// thread, place and stack. `early` > 0: or in a step before, and cuts the schedule behind it; that may take
// so many seconds. False: there is none, or the execution went another way; *why, owned by the caller.
// `alone`: a thread that goes on behind the schedule, to which its steps are added, until it fails;
// NO_THREAD: none. *overdue: it is not known, since these seconds were over.
bool machine_run_discover(const struct program *program, const struct machine_options *options, double early,
                          uint32_t alone, struct exploration_violation *violation, char **why, bool *overdue);

#endif
