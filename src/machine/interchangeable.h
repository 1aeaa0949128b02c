// Interchangeable threads: those that one thread has created with one routine and one argument, and that
// nobody tells apart. Of all orders in which they may begin, only that of their creation is explored
// (docs/reduction.md, threads).
//
// What is explored is not the program P but a program P' with one constraint more: of two such threads that
// exist and have done nothing yet, the later one is *held* (THREAD_HELD) until the earlier one has begun, as
// if it were created by the first operation of that one. So the reductions need to know nothing of it: they
// explore P'. Every execution of P' is one of P; that every execution of P is one of P', but for who is who,
// holds as long as
//
// 1. they are equal when the later one begins: the same creator, routine and argument (a known word), no
//    attributes, and neither has executed an operation or seen a join end. What they have executed until then
//    (between the creation and the first visible operation) can have used nothing but what was their own,
//    constants and inputs, which are exchanged with them;
// 2. nothing in the program's text can tell them apart (analysis/thread_identity.h): not by their handles,
//    nor by addresses of what they make, nor by what locks have noted of who holds them; and all accesses go
//    where the analysis of the text has them (expected.h: LEARNT_ALIKE, LEARNT_UNFORESEEN). The threads that
//    they have created are exchanged with them;
// 3. who joins one of them is none of them, joins all others next without a result, and does nothing else
//    before: then the order in which they end does not show. Since the exchanged execution may never come to
//    what is done between two joins, an execution that ends where a join of one of them still waits counts as
//    if something had been done there;
// 4. nothing else that they inherit, or that knows them by number, is in use: signal masks, cancellation,
//    visible joins and ends, handles that come back.
//
// The last two are believed, by the place where threads are created, until an execution shows otherwise: then
// the exploration starts again with threads from there told apart (LEARNT_DISTINCT). An execution of P up to
// its first step that breaks a belief is, exchanged, one of P', or P' has one that ends where a join waits.
// Private to src/machine.
#ifndef HEDDLE_MACHINE_INTERCHANGEABLE_H
#define HEDDLE_MACHINE_INTERCHANGEABLE_H

#include "machine/observer.h"

// The running thread has created one. `plain`: nothing was asked for but a routine with an argument. False:
// stopped.
bool interchangeable_created(struct machine *m, struct thread *t, bool plain, uint64_t routine,
                             struct value argument);

// The running thread comes to a join. `plain`: without a result. False: stopped.
bool interchangeable_before_join(struct machine *m, struct thread *t, bool plain);
// The running thread has joined thread t.
void interchangeable_joined(struct machine *m, struct thread *t);

// A step is over, and it is known who is enabled. (Stopped, if something was learnt.)
void interchangeable_step(struct machine *m);
// The execution is.
void interchangeable_end(struct machine *m);

#endif
