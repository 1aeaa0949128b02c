// The recording library as a scheduler: it follows a schedule (schedule.h) instead of recording. Every event
// comes to it, from the slow path; each thread waits before what its next event stands for until it is its
// turn. It only ever delays threads, and lets waits for conditions end early, as they always may: what a
// steered run does is something that the program can do.
#ifndef HEDDLE_RECORD_STEER_H
#define HEDDLE_RECORD_STEER_H

#include "record/recording.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

// Whether a schedule is followed: set before main, and unset in children.
extern bool steering;

// Begins to follow the schedule in that file. A file that is none is refused: the program ends with a
// message.
void steer_begin(const char *path);

// What follows is for threads that the library has seen begin.

// The calling thread is about to do what its next event stands for: comes back when it is its turn.
void steer_gate(void);
// Waits for the turn of an event whose head and address are known. Atomic accesses are named
// RECORDED_ATOMIC_READ, with size 0.
void steer_gate_to(uint64_t head, const void *address);
// The calling thread makes an event.
void steer_event(uint64_t head, const void *address);
// The lock of the last event, a release, was released, or not.
void steer_released(bool was_released);
// The calling thread fails, at the place heddle_recording_place: an assertion, a call of abort. Comes back
// where that is not what the schedule leads to.
void steer_failed(void);
// Whether the next event is of that kind and place.
bool steer_expects(enum recording_kind kind, uint32_t place);
// Whether it has that place, and the flag RECORDED_REACHED.
bool steer_expects_reached(uint32_t place);
// The recorded number of the thread that the calling one is about to create.
uint32_t steer_new_thread(void);
// Waits for a condition: gives the lock back until it is the turn of the thread's next event. With a limit of
// time (NULL: none): whether that has passed without that any condition was signalled.
bool steer_wait(const void *lock, const struct timespec *until);
// Gets the lock again.
void steer_relock(const void *lock);
// A condition is signalled.
void steer_signal(void);

// The calling thread does what cannot be recorded, or ends the program. What was predicted may still be
// reached by the others.
void steer_hold(void);

#endif
