// A check, and what every public function does around its work: failures (base/failure.h) end it with a
// message instead of the process, and what takes time can be ended from elsewhere.
#ifndef HEDDLE_REPORT_ENTRY_H
#define HEDDLE_REPORT_ENTRY_H

#include "heddle/check.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "report/loop_bounds.h"
#include "report/result.h"
#include "report/witness.h"

struct heddle_check {
    struct settings settings;
    struct machine_options machine;
    text_list havoc;             // passed to the machine
    text_list atomic;            // functions; passed to the machine
    loop_bound_list loop_bounds; // passed to the machine
    struct error error;
    const char *failure; // why the last call failed where there was no memory for an error; NULL: it did not
    struct program *program;
    struct exploration *explored; // owned; NULL: none
    struct exploration nothing;   // what there is to show when exploring was not possible, or of a replay
    struct witness witness;       // of a replay
    struct result result;
    struct earlier *earlier;       // while it runs with a store; NULL: none
    struct unfinished *unfinished; // while it explores with one
    uint64_t memory;               // bytes that it may take; 0: no limit
    struct interrupt interrupt;
    struct exploration_counters so_far; // of the exploration that is under way; under the interrupt's lock
    void (*progress)(void *context, const struct heddle_progress *progress);
    void *progress_context;
    void (*overdue)(void *context, struct heddle_check *covered);
    void *overdue_context;
    // Whether one violation is enough where all are looked for; NULL: none is.
    bool (*suffices)(const void *context, const struct program *program,
                     const struct exploration_violation *violation);
    const void *suffices_context;
    char *replayed;                            // path of the witness; owned
    char *json, *text, *sarif, *lines, *junit; // last results given out
    void *reserve; // released when memory runs out, so that there is some to say so
};

// Does the work of a public function. False: memory ran out, or heddle contradicted itself; `failure` says
// what.
bool entry_run(struct heddle_check *check, void (*work)(struct heddle_check *check, void *argument),
               void *argument);

// What a public function is called for, and what comes of it.
struct entry_call {
    enum heddle_status status;
    const char *path;
    FILE *out;
};
// The call's status, where the work has ended; where it failed, what that is.
enum heddle_status entry_status(const struct heddle_check *check, bool ended, const struct entry_call *call);

// Begins and ends the time in which the check can be ended from elsewhere: by heddle_stop, or at `deadline`
// (as clock_seconds tells the time; 0: none). What blocks is then interrupted, and if the check has not
// come to its end two seconds later, `overdue` is given what was covered. `watch` must stay where it is in
// between.
struct entry_watch {
    struct heddle_check *check;
    double deadline;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool over; // under the lock
    bool running;
};
void entry_watch(struct entry_watch *watch, struct heddle_check *check, double deadline);
void entry_unwatch(struct entry_watch *watch);

#endif
