// Cancellation of threads (docs/threads.md). A request is a word in the shadow of the thread that it is for:
// whoever cancels writes it, and cancellation points read it, so that the two are ordered like any accesses
// in conflict. Private to src/machine.
//
// A cancellation point is an operation of its own that looks for a request, and where it waits or takes some
// time the operation after that looks again: it can be executed once there is a request. A program that does
// not contain pthread_cancel has none of this (machine.cancels).
#ifndef HEDDLE_MACHINE_CANCEL_H
#define HEDDLE_MACHINE_CANCEL_H

#include "machine/native.h"

// Whether the thread acts on requests where it is: it has not disabled that, and is not ending.
bool cancel_enabled(const struct machine *m, const struct thread *t);
// Whether the thread acts on a request at the cancellation point that it has come to.
bool cancel_pending(const struct machine *m, const struct thread *t);

// The running native is a cancellation point. Its first phase, 0, looks for a request; then the native goes
// on in CANCEL_POINT_PASSED. False: it has to return *result.
enum { CANCEL_POINT_PASSED = 7 };
bool cancel_point(struct machine *m, struct call *c, enum native_result *result);
// The operation, of a native that has come there, waits or takes time: it looks for a request, too.
void cancel_watch(const struct machine *m, struct operation *op);
// After operation_begin, and before anything is changed: whether the thread acts on a request instead of what
// it can do there otherwise, if it can. False: stopped.
bool cancel_choose(struct machine *m, bool otherwise, bool *acts);
// Requests for threads of the asynchronous type come to them by a word of their own (machine/delivery.h),
// some time after they were made. Whether one has come, and the thread acts on it wherever it is; whether one
// may come as long as the thread changes nothing of that; where it looks; and what it is to call then.
bool cancel_has_come(const struct machine *m, const struct thread *t);
bool cancel_may_come(const struct machine *m, const struct thread *t);
uint64_t cancel_place(const struct machine *m, const struct thread *t);
uint64_t cancel_request(const struct machine *m, const struct thread *t);
// Whether the running thread is in the routine of a pthread_once or call_once.
bool cancel_is_in_once(const struct machine *m);
// The running thread acts on the request: cleanup handlers, then its end.
enum native_result cancel_act(struct machine *m, struct call *c);

#endif
