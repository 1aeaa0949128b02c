// The first look at a recording: every event is checked, what is numbered is put in order, and memory is told
// where accesses and objects begin and end.
#ifndef HEDDLE_PREDICT_RECORDING_SCAN_H
#define HEDDLE_PREDICT_RECORDING_SCAN_H

#include "base/keyed.h"
#include "predict/recording_file.h"
#include "predict/recording_memory.h"

#define RECORDING_NEVER UINT32_MAX // the number of what is not in the recording

struct recording_thread {
    VECTOR(uint32_t) numbers; // of its events in the sequence, rising
    uint32_t fork, join;      // numbers of its fork and the first join of it, or RECORDING_NEVER
    uint64_t events;
    bool ended; // it has an END
};

struct recording_scan {
    VECTOR(const struct recording_event *) order; // by number; NULL: missing
    struct recording_thread *threads;
    uint32_t thread_count; // the highest number of one that is named, + 1
    uint32_t limit;        // the first number that is missing
    // What precedes this number is in the recording, all of it: an event that can come later may have seen
    // what is not.
    uint32_t horizon;
    // Of a recording that began in the middle of a run (record/window.h): what has a lower number is about
    // what was there before. 0: it began with the run.
    uint32_t window;
    uint32_t root; // the thread that was there first
    uint64_t numbered, events;
    struct keyed failed_forks; // struct { uint64_t key; }: offset of a FORK that created no thread
};

// Whether events of this kind have a number in the sequence.
bool recording_is_numbered(enum recording_kind kind);

// `places`: how many there are. False with the error set.
bool recording_scan(struct recording_scan *scan, struct recording_file *file, uint32_t places,
                    struct recording_memory *memory, struct error *error);
void recording_scan_free(struct recording_scan *scan);
bool recording_fork_failed(const struct recording_scan *scan, const struct recording_file *file,
                           const struct recording_event *event);

#endif
