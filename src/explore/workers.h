// Processes that explore parts of one search, and their messages to each other. Knows nothing of searches.
//
// The process that hands over a part is its owner. workers_fork makes two processes:
//
//     owner ── keeper ── worker
//
// The worker goes on from the memory that the owner had at that moment, and explores. The keeper does nothing
// but wait. It is a copy of the same memory: where the worker is killed, the keeper forks it again, so that
// exactly its part is explored once more. A keeper is the subreaper of all that its worker has started;
// before it forks another worker, all of these have ended. What a killed worker has reported to its owner
// stays reported: every message may come twice.
//
// Messages go from a worker to its owner only, through a socket of packets, so that nobody waits for somebody
// who waits for him. A message of a worker that was killed in its middle is dropped.
//
// All processes share a table of who explores (a *seat* each): no more than --jobs at a time. Who only waits
// for others has left its seat.
#ifndef HEDDLE_EXPLORE_WORKERS_H
#define HEDDLE_EXPLORE_WORKERS_H

#include "base/bytes.h"

#include <stdint.h>
#include <sys/types.h>

struct interrupt;
struct workers_shared;

// One process's view of all.
struct workers {
    struct workers_shared *shared;
    uint32_t seat;
    int owner;       // socket; -1: of the process that began it all
    double next_sum; // when the memory of all is looked at again
};

// A worker that this process is the owner of.
struct worker_link {
    int socket;
    pid_t keeper;
    uint32_t seat;
    byte_vector message; // the part of the next message that has come
};

// Before anything is handed over. False: the system does not allow it.
bool workers_begin(struct workers *w, uint32_t jobs);
// All links are closed.
void workers_end(struct workers *w);

// Takes a seat for a new worker. False: all are taken, or there are too many processes.
bool workers_reserve(struct workers *w, uint32_t *seat);
enum worker_side { WORKER_OWNER, WORKER_ITSELF, WORKER_NONE };
// Makes a worker for that seat. WORKER_NONE: the system does not allow it (errno); the seat is free again. In
// the worker `links` (of its owner) are of no use any more.
enum worker_side workers_fork(struct workers *w, uint32_t seat, struct worker_link *link,
                              const struct worker_link *links, uint32_t link_count);

// Of a worker: its part is explored again by another one, since it lacks what it needs.
_Noreturn void workers_fail(void);
// Of a worker: it has reported all that it had to.
_Noreturn void workers_done(void);
// Of a worker: there is no memory for its part, nor to say so.
_Noreturn void workers_exhausted(void);
// Of a worker: heddle has contradicted itself in it, and again while it was to say so.
_Noreturn void workers_crashed(void);

// Tells the owner a message.
void workers_send(struct workers *w, const byte_vector *message);
enum worker_news {
    WORKER_SILENT,
    WORKER_TELLS,
    WORKER_LOST,      // the worker and its keeper are gone
    WORKER_CRASHED,   // nobody can explore that part: whoever does crashes,
    WORKER_EXHAUSTED, // lacks memory,
    WORKER_KILLED,    // is killed again and again
};
// The next message in link->message, until the next call.
enum worker_news workers_hear(struct worker_link *link);
// Waits until one of the links has news, and no longer than so long.
void workers_wait(const struct worker_link *const *links, uint32_t count, int milliseconds);
// The worker has reported its last message, or is lost.
void workers_close(const struct workers *w, struct worker_link *link);
// Ends the worker and all that it has started.
void workers_kill(const struct workers *w, struct worker_link *link);

// Leaves the seat, and takes it again. False: the others need their seats longer than that.
void workers_leave_seat(struct workers *w);
bool workers_take_seat(struct workers *w);
// Whether a seat is free.
bool workers_have_room(const struct workers *w);

// All are to stop as soon as they can.
void workers_stop(struct workers *w);
bool workers_stopped(const struct workers *w);
// The process that began it all goes on alone: nobody is to stop, nothing was executed by others.
void workers_reset(struct workers *w);

// What all processes but the first one have executed so far, for progress.
void workers_add_executed(struct workers *w, uint64_t executions, uint64_t events);
void workers_executed(const struct workers *w, uint64_t *executions, uint64_t *events);
// How many executions a worker expects its part to have; 0: it has not said so.
void workers_send_size(const struct workers *w, uint64_t executions);
uint64_t workers_size(const struct workers *w, const struct worker_link *link);
// Whether all processes together hold more than so many bytes. Now and then: reading it takes time.
bool workers_hold_more(struct workers *w, uint64_t bytes);
// A thread that ends queries to solvers that take too long (interrupt_look): threads are not forked.
void workers_watch(struct interrupt *interrupt);

#endif
