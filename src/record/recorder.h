// The recording library: linked into an instrumented program, it writes what the program does to the file
// that `heddle record` has begun (docs/predict.md, "Recording a program"). Everything is done by the thread
// that does it; nothing waits for another thread but for moments, nothing is allocated by the program's
// allocator, and errno is left as it is.
#ifndef HEDDLE_RECORD_RECORDER_H
#define HEDDLE_RECORD_RECORDER_H

#include "record/cursor.h"

#include <stdbool.h>
#include <stddef.h>

// What `heddle record` tells the library, taken out of the environment at the start: the file's whole path,
// and the most bytes it may have (0: no limit).
#define RECORDER_FILE "HEDDLE_RECORDING"
#define RECORDER_LIMIT "HEDDLE_RECORDING_LIMIT"

// The file is to consist of parts, of which the newest are kept (rotation.h).
#define RECORDER_KEEP "HEDDLE_RECORDING_KEEP"

// The number of a thread that has ended before the part of the recording that is written.
#define RECORDER_NO_THREAD UINT32_MAX

enum recorder_state {
    RECORDER_UNKNOWN, // a thread that this library has not seen begin
    RECORDER_RECORDING,
    RECORDER_ENDED, // its last event is written
    RECORDER_OFF    // nothing is recorded any more, or never was
};

struct recorder_thread {
    enum recorder_state state;
    uint32_t number, chunks; // of the thread; chunks it has begun
    char *chunk;             // the one it writes to; NULL: none yet
    struct packer *packer;   // what it packs full chunks with; NULL: none yet
    bool drawing;    // a number, for a slot that it has: what a signal handler draws now would stand in the
                     // wrong order
    bool blocks;     // all signals, in the slow path, or until a number is drawn
    uint64_t mask;   // what is blocked otherwise
    bool busy;       // in the slow path: what a signal handler does now cannot be recorded
    unsigned quiet;  // in calls of libc made by this library: allocations are none of the program's
    unsigned rounds; // of the destructors of its thread-specific data
    unsigned revocable; // releases that may turn out to be none
    uint8_t *lock;      // of an atomic access that is being made
    unsigned nested;    // atomic accesses of signal handlers during that one

    bool parked;    // each event takes the slow path (events.h)
    uint32_t parts; // that it was given a chunk of by another thread

    // While the recording waits for a window, or may begin another part (window.h):
    uint8_t safe;                  // whether it is stopped, or paused
    bool listed, library;          // it is in the list of threads; its routine is not the program's
    unsigned holds, sections;      // locks; atomic sections that it is in
    unsigned calls;                // of code that was not instrumented, which it is in
    unsigned forbidden;            // to stop: so often
    const void *stack;             // its own
    uint64_t stack_size;           // bytes
    struct recorder_thread *after; // in the list
    bool takes;                    // it has got `chunk` with `given` events, and has not taken it yet
    unsigned given;
    uint32_t was;   // its number in the part before
    uint32_t joins; // the number of a thread that it waits for, RECORDER_NO_THREAD: none
};
extern RECORDER_TLS struct recorder_thread recorder_self;

// ---- recorder.c: the recording's beginning and end

// Begins the recording, unless that has been done.
void recorder_start(void);
// Whether what the calling thread does now is recorded. Begins the recording if need be; where the recording
// was cut meanwhile the thread notices it here, and records nothing more.
bool recorder_on(void);
// Whether it is, or will be if the recording's window begins.
bool recorder_follows(void);
// Whether the recording waits for its window.
bool recorder_waits(void);
// A clock, in nanoseconds.
uint64_t recorder_time(void);
// Whether nothing has been recorded yet.
bool recorder_is_new(void);
// A window begins: in the file as it is, which is new, or in that of another part, in which the threads have
// numbers below `threads`; all others are stopped. False: it cannot. Then recorder_begun has to be called
// when what is there is recorded: whether the window has begun.
bool recorder_begin_window(uint32_t threads);
bool recorder_begun(void);
// The next number of the sequence.
uint64_t recorder_draw(void);
// Something happens that cannot be recorded: recording ends, for all threads.
void recorder_cut(void);
// There is no room for an event: the recording ends, or this part of it, if that is for a limit of its own.
void recorder_full(bool limited);
// Whether this is the recorded process, and no child of it.
bool recorder_is_process(void);
// The program comes to its end.
void recorder_end(void);
// A new number for a thread.
uint32_t recorder_new_thread(void);
// The calling thread begins, as the one of that number (`flags`: RECORDED_LIBRARY); or ends.
void recorder_begin_thread(uint32_t number, unsigned flags, const void *stack, uint64_t stack_size);
void recorder_end_thread(void);
// The process is a child: it records nothing.
void recorder_leave(void);
// For moments; signal handlers of the same thread must not come here.
void recorder_lock(uint8_t *lock);
void recorder_unlock(uint8_t *lock);

// ---- events.c

// Records an event. The place is heddle_recording_place.
void recorder_event(enum recording_kind kind, unsigned flags, unsigned size, const void *address,
                    uint64_t more);
// Records synchronisation, with the next number of the sequence.
void recorder_sync(enum recording_kind kind, unsigned flags, unsigned size, const void *address);
// Records that the thread releases the lock next; after it has tried to, recorder_released has to be called
// with what this returns. NULL: nothing was recorded.
struct recording_event *recorder_release(const void *lock);
// Otherwise it was a mere look at the lock, or nothing at all.
void recorder_released(struct recording_event *event, bool was_released, enum recorded_act otherwise);
// ---- real.c

// The function of that name that this library's own one stands before.
void *recorder_real(const char *name);
#define REAL(name)                                                                                           \
    ({                                                                                                       \
        static void *real_;                                                                                  \
        void *found_ = __atomic_load_n(&real_, __ATOMIC_RELAXED);                                            \
        if (!found_) {                                                                                       \
            found_ = recorder_real(#name);                                                                   \
            __atomic_store_n(&real_, found_, __ATOMIC_RELAXED);                                              \
        }                                                                                                    \
        (__typeof__(name) *)found_;                                                                          \
    })

// ---- threads.c: what the start of the recording needs

void threads_start(void);
// All threads have other numbers: `number_now` has the one of a thread with the given one, or
// RECORDER_NO_THREAD.
void threads_renumber(uint32_t (*number_now)(uint32_t));
// The stack of the calling thread.
void threads_find_stack(const void **stack, uint64_t *size);

// ---- blocks.c

// The block of the heap in which the address lies. False: in none that is known.
bool blocks_find(const void *address, const void **start, uint64_t *size);
// Calls `tell` with each block of the heap, while no other thread allocates.
void blocks_each(void (*tell)(const void *start, uint64_t size));

// ---- outside.c

// Whether that is no code of the program.
bool outside_is(const void *function);

// ---- made by heddle-lower for the program (src/lower/instrument.c)

struct recorder_name {
    const void *address;
    uint64_t size;
    const char *name;
};
extern const char heddle_recording_places[];
extern const uint64_t heddle_recording_places_size;
extern const struct recorder_name heddle_recording_names[];
extern const uint64_t heddle_recording_name_count;

#endif
