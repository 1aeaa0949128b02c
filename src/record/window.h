// Recordings that begin in the middle of a run: `heddle record --window=marks` begins at the first
// heddle_record_begin that succeeds, and ends at heddle_record_end; --window=FROM..TO at what the first
// thread does then that finds a moment (window_look, window_pause), and at what one does when the time is
// over.
//
// A prediction rests on all that happened since the recording began, so its beginning has to be one moment,
// for all threads, of which enough is known. Before it, nothing is recorded; the library only keeps what it
// needs to find such a moment: which threads there are, how many locks each holds, which calls of code that
// was not instrumented they are in, which blocks of the heap there are. heddle_record_begin stops the
// program: each thread waits at its next access or synchronisation, provided that it holds no lock and is in
// no atomic section; those that hold one go on until they do not. A thread that waits in a function of this
// library (for a lock, a condition, a semaphore, a barrier, another thread) or is in a call of code that was
// not instrumented needs not be stopped: it comes here before it does anything else. If all others are
// stopped, no access is under way and no lock is held, and the recording begins; otherwise the threads go on,
// and are stopped again a little later.
//
// What is there at that moment is recorded as if the thread that begins the recording made it, so that a
// reader finds an ordinary recording:
//
//   - numbers of the sequence 0 and the last one below: RECORDED_SYNCHRONISE at the address of this module's
//     state, of that thread. All between them is about what was there before.
//   - RECORDED_NEW for each block of the heap.
//   - RECORDED_FORK for each other thread, which begins (RECORDED_BEGIN, and its own number), and, where it
//     is in a call of code that was not instrumented, begins that call (RECORDED_OUTSIDE).
//
// Unknown, and taken to be unknown by readers (src/predict/recording_scan.h, `window`):
//
//   - What memory holds: as what static memory holds at the start of any recording, it is known as far as
//     reads find it. Code that was not instrumented may have got the address of all memory that was there,
//     and may write there at any later call.
//   - What stacks and registers of threads hold: threads go on as they did as long as they read what they
//     read, so nothing more need be known of them to predict races and deadlocks. Where a thread stood is not
//     known, so that the program cannot be walked (assertions), nor steered there again (replay).
//   - State of conditions, semaphores, barriers, once: what is done to them stays in its order anyway.
//   - Mappings: their memory is nobody's by name, and nothing that reads it is predicted further.
#ifndef HEDDLE_RECORD_WINDOW_H
#define HEDDLE_RECORD_WINDOW_H

#include "record/recorder.h"

// Set in the environment where the recording waits for its window.
#define RECORDER_WINDOW "HEDDLE_RECORDING_WINDOW"

// The recording begins. `when` it is to record: "marks", it waits for heddle_record_begin; two numbers with
// ".." in between: nanoseconds from now on, of which the second one may be 0, for all that follows; NULL: at
// once.
void window_start(const char *when);
// The process is a child.
void window_forget(void);
// Whether a window may begin now or later.
bool window_attends(void);
// Whether the thread records what is there when a window begins.
bool window_is_begun_by(const struct recorder_thread *thread);

// The calling thread is at an access or at synchronisation, and a window may begin: where the program is to
// be stopped, the thread waits if it can; where another part of the recording is due (rotation.h), it tries
// to begin that. A window may have begun when this comes back.
void window_look(struct recorder_thread *self);
void window_pass(struct recorder_thread *self); // the first of the two
// Stops the program, and begins a window if all other threads can be stopped; can_stop holds of the thread.
bool window_try(struct recorder_thread *self);

// The window has begun, and the thread has not taken its chunk yet: waits until all that is there is
// recorded.
void window_wait_for_beginning(const struct recorder_thread *self);

// The calling thread does nothing until window_resume but wait, or run code that was not instrumented.
void window_pause(void);
void window_resume(void);

// The calling thread has got or given back a lock.
void window_acquired(void);
void window_released(void);
// A signal handler begins: whether the thread was paused, for window_continue at its end. Meanwhile the
// program is not stopped.
bool window_interrupt(void);
void window_continue(bool paused);
// The program is not stopped until the thread has called window_allow as often: it is about to create a
// thread, or has recorded a part of what it does then.
void window_forbid(void);
void window_allow(void);
// A thread is about to be created, which calls window_enter; or it was not created (window_unborn(-1)).
void window_unborn(int count);
// A thread begins: its number is known; or it ends.
void window_enter(bool library, const void *stack, uint64_t stack_size);
void window_leave(void);

#endif
