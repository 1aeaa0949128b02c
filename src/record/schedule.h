// A schedule: the order of events that a steered run is to take (docs/predict.md, "Replay"). `heddle predict
// --replay` writes one from a prediction; the recording library in the program (steer.h) follows it, and
// writes to the file what came of that.
//
// The file is a struct schedule_header, and then the threads, turns, targets and events, as many of each as
// the header says. Threads have the numbers of the recording. Events of a thread are those of the recording,
// in its order, from its first one on.
//
// Invariants, which the library checks before the program begins:
// - The size of the file is what the numbers in the header make, and the checksum is that of all but the
//   header.
// - The events of the threads lie in the file one thread after the other.
// - Turns are of known threads, and `upto` rises from one turn of a thread to the next, up to the number of
//   its events at most.
// - Targets are events that come right behind the last turn of their threads, which are different ones; a
//   race has two, a deadlock two or more, a failure one.
//
// A failure (an assertion, a call of abort) is no event of the recording. Once all turns are over the thread
// of its target goes on alone, until it fails.
#ifndef HEDDLE_RECORD_SCHEDULE_H
#define HEDDLE_RECORD_SCHEDULE_H

#include "record/recording.h"

#define SCHEDULE_MAGIC "HEDDLE-SCHEDULE" // 16 bytes with its zero
// The variable of the environment that names the file to the library.
#define SCHEDULE_FILE "HEDDLE_SCHEDULE"
enum {
    SCHEDULE_VERSION = 2,
    SCHEDULE_EVENTS = 1 << 24, // most of them
    SCHEDULE_REFUSED = 125,    // exit status of a program whose schedule is refused
};

enum schedule_kind { SCHEDULE_RACE, SCHEDULE_DEADLOCK, SCHEDULE_FAILURE, SCHEDULE_KINDS };

enum schedule_result {
    SCHEDULE_UNDECIDED, // the run has not come to its end, or was ended from outside
    SCHEDULE_CONFIRMED, // of a failure, `found` has the place
    SCHEDULE_LEFT,      // the thread did something else (`found`) than its event number `event`
    SCHEDULE_APART,     // the two accesses were to different memory
    SCHEDULE_NO_WAIT,   // the request of thread `thread` would not have had to wait for the next one's thread
};

struct schedule_event {
    uint8_t kind, flags; // as in a recording
    uint16_t size;
    uint32_t place;
    uint64_t address; // FORK, JOIN: the thread's number; of others nothing is expected
};

struct schedule_outcome {
    uint32_t result; // enum schedule_result, written last
    uint32_t thread;
    uint64_t event;
    struct schedule_event found;
    uint32_t turn; // in which the run is
    uint32_t unused;
    uint64_t done; // events that the thread of that turn has made
};

struct schedule_header {
    char magic[16];
    uint32_t version, kind;
    uint32_t threads, turns, targets, unused;
    uint64_t events;
    uint64_t checksum; // recording_hash of what follows the header
    struct schedule_outcome outcome;
};

struct schedule_thread {
    uint64_t first, count; // of its events in the file
};

// The thread makes its events up to number `upto`, without that one, and no other thread makes one.
struct schedule_turn {
    uint32_t thread, unused;
    uint64_t upto;
};

// After all turns the thread is to stand before this event.
struct schedule_target {
    uint32_t thread, unused;
    uint64_t event;
};

static inline uint64_t schedule_bytes(const struct schedule_header *header)
{
    return sizeof *header + header->threads * (uint64_t)sizeof(struct schedule_thread) +
           header->turns * (uint64_t)sizeof(struct schedule_turn) +
           header->targets * (uint64_t)sizeof(struct schedule_target) +
           header->events * (uint64_t)sizeof(struct schedule_event);
}

#endif
