// Walks a recorded program in heddle's machine along its recording: each thread takes the path that it took,
// and synchronisation comes in the order in which it came. What the walk did is an execution in the machine
// from which other orders can be predicted (predict/value_search.h), each step of it with the recorded event
// that it stands for.
//
// A thread's walk ends where the machine cannot know what comes natively: at a value that depends on an input
// (time, uninitialised memory), a call that has no model here (recorded_calls.h), and where it would leave
// the recorded path. Nothing that it does from there on is in the walk, nor what depends on it.
#ifndef HEDDLE_PREDICT_RECORDED_WALK_H
#define HEDDLE_PREDICT_RECORDED_WALK_H

#include "predict/machine_run.h"
#include "predict/recorded_path.h"

// What a step of the machine's schedule stands for.
struct walk_step {
    uint32_t thread; // of the recording
    uint32_t event;  // of that thread; PATH_NOWHERE: none
    bool goes_on;    // a part of a copy or wide access, but not the first one: natively they are one
    bool open;       // a part of a write that is one natively, and not the last one
};

struct walk_thread {
    uint32_t recorded;     // its number in the recording; NO_THREAD: it has none
    uint32_t parent, fork; // of the recording: who creates it, and by which event; main: NO_THREAD
    uint32_t creations;    // so far
    uint32_t joins;        // so far
    uint32_t lost;         // from this item of the run on nothing is known of it; NO_STEP: all is
    bool ended;            // its walk is over
};

struct walk_end {
    char *why;
    uint32_t code; // NO_CODE: it is in the text, or nowhere
};

struct recorded_walk {
    const struct program *program;
    struct recorded_path *path;
    struct machine_run *run;
    VECTOR(struct walk_step) steps;     // by step of the schedule
    VECTOR(struct walk_thread) threads; // by number in the machine
    VECTOR(struct walk_end) ends;       // why walks of threads ended early
    bool contradicted; // an assertion fails in the walk after which the recorded thread went on
    bool torn;         // it ends in the middle of a write that is one natively
};

// `options`: of the machine; most_events as of machine_run_options. Terms are made in the table.
void recorded_walk_make(struct recorded_walk *walk, struct recorded_path *path, const struct program *program,
                        struct terms *terms, const struct machine_run_options *options);
void recorded_walk_free(struct recorded_walk *walk);

#endif
