// What interrupts the stepper now and then: the question whether to stop, and the search for loops without
// visible operations that never end. Private to src/machine.
//
// A thread that is in the same state twice, all of it compared exactly (moment.h), with nothing visible done
// in between, goes round for ever. From time to time (Brent: at instruction counts that double) the stepper
// remembers a moment, and for a while looks at each instruction whether the thread stands where it stood
// then, in the same state: for one in 64 of the instructions so far, so that loops that end pay little and
// one that does not is found when it has been executed a hundred times or so. The thread stops at the first
// instruction of the loop (THREAD_ENDLESS), which does not depend on when it was looked at.
#ifndef HEDDLE_MACHINE_PACE_H
#define HEDDLE_MACHINE_PACE_H

#include "machine/endless.h"

enum pace_phase {
    PACE_RUN,
    PACE_WATCH,   // for the state to come back
    PACE_MEASURE, // it has: which is the first instruction of the loop?
    PACE_LEAVE,   // the thread stops as soon as it stands there
};

struct pace {
    uint64_t limit;     // instructions of this run after which pace_pause is to be called
    uint64_t interrupt; // after which to ask whether to stop
    uint64_t watch, watch_end;
    uint64_t counted; // of this run's instructions, those that machine_statistics tells
    enum pace_phase phase;
    struct moment moment;
    uint64_t effects;
    uint32_t accesses, hidden, conditions, overwrites, keys; // how many there were
    uint32_t inputs;                                         // that the thread has made
    bool tried;      // whether it is time to leave out faint values (faint.h) has been answered with yes
    bool faint;      // they are left out
    uint64_t sought; // since when a place to watch is looked for; 0: it is not
    bool permitted;
    uint32_t code, depth;             // where the thread stood
    uint32_t first_code, first_depth; // of the loop
    struct loop_seen seen;            // it
};

// The running thread begins to execute instructions.
void pace_begin(const struct machine *m, struct pace *pace);
// The thread has executed `count` instructions, pace->limit or more, and comes to instruction i. What comes
// next: i, or NULL where it is stopped.
const struct instruction *pace_pause(struct machine *m, struct pace *pace, const struct instruction *i,
                                     uint64_t count);
// The thread has stopped after `count` instructions.
void pace_end(struct machine *m, struct pace *pace, uint64_t count);

#endif
