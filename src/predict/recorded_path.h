// The recorded events of each thread as a path that the machine's thread is to take: each visible operation
// of the machine is matched with the event that stands for it, by kind, place (file and line), size, and what
// it is about. Addresses of the two differ: which object of the machine is which memory natively is found out
// as the walk goes along, among those of a kind (recorded_kinds.h).
//
// Events without a counterpart in the machine (memory that one thread uses alone) are passed over, but not
// those of objects that were matched: there the two would do different things. While all threads that were
// created have been joined the machine has no visible operations, and everything is passed over.
#ifndef HEDDLE_PREDICT_RECORDED_PATH_H
#define HEDDLE_PREDICT_RECORDED_PATH_H

#include "machine/machine.h"
#include "predict/recorded_kinds.h"
#include "predict/recorded_objects.h"
#include "predict/recording.h"

struct path_event {
    uint8_t kind, flags; // of the recording
    uint16_t size;
    bool alone;               // no other thread is there, in the recording
    uint32_t place, position; // position: of the first event in the trace that stands for it, or PATH_NOWHERE
    uint64_t address, more;
};
#define PATH_NOWHERE 0xffffffffu

struct path_thread {
    VECTOR(struct path_event) events; // the first ones: PATH_MOST
    bool cut;                         // there are more
    uint32_t next;                    // the first one that was neither matched nor passed over
    // Of the copy, or fill, that the thread is at: its events, and up to where it has read and written.
    uint32_t copy_begin, copy_end;
    uint64_t copy_read, copy_written;
};

struct path_place {
    const char *file; // without folders, in the names
    uint32_t line;
};

struct recorded_path {
    struct recording_file file;
    struct recording_names names;
    VECTOR(struct path_place) places;
    VECTOR(struct path_thread) threads;
    recorded_objects objects;
    recorded_stacks stacks;
};
enum { PATH_MOST = 100000 }; // events of a thread

// Reads the recording. `origins`: of the trace that was made of it (recording_read). False with the error
// set.
bool recorded_path_open(struct recorded_path *path, const char *recording, const recording_origins *origins,
                        struct error *error);
void recorded_path_close(struct recorded_path *path);
// All threads are at their beginnings again.
void recorded_path_restart(struct recorded_path *path);

struct path_match {
    bool found;
    bool internal;  // an operation of the C library's own, which has no event
    bool soon;      // as soon as it can be executed, whatever its position: a plain read, leaving a barrier
    bool waits;     // not found: perhaps since what comes first is still to come
    bool copies;    // it is a part of a copy or fill, which the recorded program makes at once
    bool goes_on;   // it is a part of that, or of a wide access, and not the first one
    uint32_t event; // of the thread
    uint32_t position;             // in the trace, where that is known
    uint32_t copy_begin, copy_end; // of a copy: its events
    struct recorded_object object; // that it shows; size 0: none
    uint64_t upto;                 // of a copy: natively, up to where it comes
    char *why;                     // not found: why, a sentence without a beginning; owned by the caller
};

// The event for the next operation of the machine's thread.
struct path_match recorded_path_match(struct recorded_path *path, const struct program *program,
                                      struct machine *machine, uint32_t machine_thread, uint32_t thread);
// The matched event is executed. Returns whether it is a part of a write that the recorded program makes at
// once, and more of that is to come.
bool recorded_path_take(struct recorded_path *path, uint32_t thread, const struct path_match *match);
// The thread's events up to number `upto`, without it, are behind the walk.
void recorded_path_pass(struct recorded_path *path, uint32_t thread, uint32_t upto);

// The event number `number` (from 0) of a kind among those of a thread; PATH_NOWHERE: there are not so many.
uint32_t recorded_path_find(const struct recorded_path *path, uint32_t thread, enum recording_kind kind,
                            uint32_t number);
// Whether the recorded thread did not fail where the walk is: it has synchronised or ended behind that, or
// the program came to its end.
bool recorded_path_goes_on(const struct recorded_path *path, uint32_t thread);

#endif
