// The threads of a program as far as its text tells (CISE 5.2): abstract threads are main and one for each
// instruction that creates threads. For each: which functions it runs, whether it can have several instances,
// what is ordered by creations and joins, and which memory threads share.
//
// Everything errs on the side of more threads, more instances, less order and more sharing. What is assumed:
// points_to.h's assumption, and that unmodelled code creates no threads (reaching it makes a check
// inconclusive). Orders hold for what the machine executes: a join that returns has seen its thread end, and
// no thread is joined twice.
#ifndef HEDDLE_ANALYSIS_THREADS_H
#define HEDDLE_ANALYSIS_THREADS_H

#include "analysis/call_sites.h"

#define MAIN_THREAD 0u

struct abstract_thread {
    uint32_t creation;      // the instruction; NO_CODE: main
    bool many;              // may have more than one instance
    uint64_t *functions;    // that it may run (base/bit_array.h)
    VECTOR(uint32_t) roots; // functions that it enters without a call: of main also constructors and exit()
    VECTOR(uint32_t) creators; // threads that may execute the creation
    struct thread_path *path;  // thread_path.c; NULL: not computed yet
    uint64_t *after; // instructions that its creator may execute after creating it; NULL: not computed yet
};

// Once a thread has executed `point` all instances of another have ended: a join, or (`loop`, where reaching
// it is enough) the instruction at which a loop of joins is left.
struct join_point {
    uint32_t thread;
    uint32_t point;
    bool loop;
};

struct threads {
    const struct program *program;
    const struct calls *calls;
    struct abstract_thread *threads;
    uint32_t count;
    uint8_t *times; // by function: how often it may be entered in an execution, 2: or more often
    uint32_t *sole; // by function: the thread that runs it, if there is one with one instance; else NO_CODE
    uint32_t *thread_of; // by call site: index of the thread that it creates, NO_CODE: none
    VECTOR(struct join_point) joins;
    uint64_t **ended, **ended_known; // by pair of threads: sets of flow nodes, see thread_order.c
    uint64_t *confined, *shared;     // sets of abstract objects
};

// Never fails. Owned by the caller; refers to `calls`, which must outlive it.
struct threads *threads_compute(const struct calls *calls);
void threads_free(struct threads *threads);

// Whether the abstract thread may execute the instruction.
bool threads_runs(const struct threads *threads, uint32_t thread, uint32_t code);
// Whether every execution of `a` by thread `thread_a` comes before every one of `b` by `thread_b`, another
// thread (or another instance of the same).
bool threads_ordered(struct threads *threads, uint32_t thread_a, uint32_t a, uint32_t thread_b, uint32_t b);
// Whether the instruction is executed by main only, before there are other threads.
bool threads_before_others(struct threads *threads, uint32_t code);
// Whether two threads may execute `a` and `b` at the same time, or in either order.
bool threads_may_run_in_parallel(struct threads *threads, uint32_t a, uint32_t b);
// Whether an execution of `a` may come before one of `b`, in the same thread or another.
bool threads_may_precede(struct threads *threads, uint32_t a, uint32_t b);
// Whether an execution of `a` may come before one of `b` in one thread.
bool threads_may_precede_in_thread(struct threads *threads, uint32_t a, uint32_t b);

// Whether each instance of the object is only ever accessed by the thread that made it.
bool threads_confined(const struct threads *threads, uint32_t object);
// Whether two threads may access the object in parallel, one of them writing (or synchronising by it).
bool threads_shared(const struct threads *threads, uint32_t object);
// Whether the instruction accesses memory that threads share.
bool threads_accesses_shared(const struct threads *threads, uint32_t code);

// Parts in files of their own.
// Whether `b` can be executed after `a` in one instance of the thread: thread_path.c
bool thread_path_may_follow(struct threads *t, uint32_t thread, uint32_t a, uint32_t b);
void thread_path_free(struct thread_path *path);
void threads_find_joins(struct threads *threads);  // thread_joins.c
void threads_find_shared(struct threads *threads); // thread_share.c

#endif
