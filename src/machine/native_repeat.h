// Recognises that a thread has come back to the same wait in the same state of the whole machine, as in
//
//     while (!ready)
//         pthread_cond_timedwait(&changed, &lock, &time);
//
// when its time is over and nothing else happened. What follows has been explored from the first time on;
// without this, such a loop would be unrolled for ever. Private to src/machine.
#ifndef HEDDLE_MACHINE_NATIVE_REPEAT_H
#define HEDDLE_MACHINE_NATIVE_REPEAT_H

#include "machine/native.h"

// Digest of all that can influence what follows: memory, registers, where each thread stands, the path
// condition. Never 0. How many objects a thread has made is left out; it only decides the addresses of later
// ones. Costs a walk over memory.
uint64_t repeat_digest(const struct machine *m);
// Whether the running thread's last digest is this one.
bool repeat_same(const struct machine *m, uint64_t digest);
// Remembers the running thread's digest. False: stopped.
bool repeat_store(struct machine *m, uint64_t digest);

#endif
