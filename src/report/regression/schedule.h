// heddle-schedule.h: follows one schedule of a program's threads. Written by `heddle export` beside the test
// that includes it; the same for all tests. It needs glibc, gcc or clang, and nothing of heddle.
//
// The program is compiled with -fsanitize=thread, which makes it call a function before each access to
// memory, and linked with the test, which has these functions, and those of pthreads, in place of the
// sanitizer's and the C library's. While the schedule is followed one thread runs at a time: the one whose
// turn it is, up to the point where its turn ends, or until it waits or is over. When all turns are over, or
// can no longer be taken since the program is another one by now, all threads run freely to the program's
// end. Nothing is forced but the order of threads: what a test shows can happen.
//
// The test fails as the program does (a failed assertion aborts it, an invalid access is a signal). What the
// program itself would not notice ends it with a message that begins with `heddle-schedule:` and SIGABRT:
// threads that all wait for ever; with HEDDLE_HEAP accesses to blocks that were released, or beyond their
// ends (of the first 65,536 blocks); with HEDDLE_RACE two accesses that race; with HEDDLE_ATOMICITY an access
// that comes between two of another thread; with HEDDLE_LOCKS mutexes that are unlocked or destroyed by
// mistake; with HEDDLE_LEAK memory that nothing leads to at the end; with HEDDLE_THREAD_LEAK threads that are
// neither joined nor detached; with HEDDLE_UNINITIALISED decisions and addresses that hang on memory that was
// never written; with HEDDLE_LIVELOCK threads that go round a cycle HEDDLE_ROUNDS times. `heddle-schedule:
// cannot follow` is no failure of the program: the test cannot be executed here.
//
// HEDDLE_SCHEDULE_VERBOSE=1 in the environment tells on standard error which turns were taken.
#ifndef HEDDLE_SCHEDULE_H
#define HEDDLE_SCHEDULE_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE before the first header"
#endif

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// ---- what the test says

enum heddle_operation {
    HEDDLE_NONE, // no point: the turn ends where the thread waits, or is over
    HEDDLE_READ,
    HEDDLE_WRITE,
    HEDDLE_UPDATE,
    HEDDLE_FREE,
    HEDDLE_ATOMIC_SECTION,
    HEDDLE_LOCK,
    HEDDLE_TRYLOCK,
    HEDDLE_UNLOCK,
    HEDDLE_WAIT,
    HEDDLE_SIGNAL,
    HEDDLE_BROADCAST,
    HEDDLE_READ_LOCK,
    HEDDLE_WRITE_LOCK,
    HEDDLE_TRY_RWLOCK,
    HEDDLE_UNLOCK_RWLOCK,
    HEDDLE_SEM_WAIT,
    HEDDLE_SEM_TRYWAIT,
    HEDDLE_SEM_POST,
    HEDDLE_SEM_GET,
    HEDDLE_BARRIER,
    HEDDLE_AFTER = 64 // added to one of them: the turn ends behind it, at the next thing the thread does
};

// A thread is about to do this to the byte at `offset` in the variable, for the time number `times` in its
// turn. Without a variable: to memory that is no variable with a name (heap, stack), in that function.
struct heddle_point {
    int operation;
    const char *variable;
    size_t offset;
    const char *function;
    unsigned times;
};

// Threads are named by who created them: "main.2" is the second thread that main created.
struct heddle_turn {
    const char *thread;
    struct heddle_point until;
};

// What heddle_symbolic, __VERIFIER_nondet_int and their like give, by thread and request (the thread's first
// call is 0): `bytes` bytes of a value, from `offset` on. What is not named here is 0.
struct heddle_input {
    const char *thread;
    unsigned request;
    unsigned long long offset;
    unsigned bytes;
    uint64_t value;
};

// What a debugger stops at, with HEDDLE_STEPS: a point in a turn.
struct heddle_step {
    unsigned turn;
    struct heddle_point at;
    const char *text;
};

// Defined by the including file.
extern const struct heddle_turn heddle_turns[];
extern const unsigned heddle_turn_count;
extern const struct heddle_input heddle_inputs[];
extern const unsigned heddle_input_count;
#ifdef HEDDLE_STEPS
extern const struct heddle_step heddle_steps[];
extern const unsigned heddle_step_count;
#endif
