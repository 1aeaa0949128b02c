#include "explore/workers.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/resident.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SEATS = 256,           // processes at a time, without keepers
    PACKET_BYTES = 16000,  // of a message: buffers of sockets may be small
    TRIES = 20,            // of one part: its workers are killed again and again
    STATUS_AGAIN = 99,     // of a worker that fails,
    STATUS_EXHAUSTED = 98, // that has no memory,
    STATUS_CRASHED = 97,   // that contradicts itself
    NO_MESSAGE = 0,        // the first byte of a keeper's only message, before what has become of its workers
};

struct seat {
    atomic_int process; // 0: free. Who took it, then the worker
    atomic_int keeper;
    atomic_bool active;
    atomic_ullong bytes; // that it holds
    atomic_ullong size;  // workers_send_size
};

struct workers_shared {
    uint32_t jobs;
    int was_subreaper; // the first process, before
    atomic_bool stop;
    atomic_ullong executions, events;
    struct seat seats[SEATS];
};

// ---- seats

bool workers_begin(struct workers *w, uint32_t jobs)
{
    void *memory = mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    *w = (struct workers){.shared = memory, .owner = -1};
    w->shared->jobs = jobs;
    prctl(PR_GET_CHILD_SUBREAPER, &w->shared->was_subreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1); // of workers whose keeper is killed
    w->shared->seats[0].process = getpid();
    w->shared->seats[0].active = true;
    return true;
}

static uint32_t active_count(const struct workers *w)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < SEATS; k++)
        count += w->shared->seats[k].process && w->shared->seats[k].active;
    return count;
}

bool workers_have_room(const struct workers *w)
{
    return active_count(w) < w->shared->jobs;
}

static void free_seat(struct seat *seat)
{
    seat->active = false;
    seat->bytes = 0;
    seat->size = 0;
    seat->keeper = 0;
    seat->process = 0;
}

bool workers_reserve(struct workers *w, uint32_t *number)
{
    for (uint32_t k = 0; k < SEATS; k++) {
        int none = 0;
        struct seat *seat = &w->shared->seats[k];
        if (!atomic_compare_exchange_strong(&seat->process, &none, getpid()))
            continue;
        seat->active = true;
        *number = k;
        if (active_count(w) <= w->shared->jobs)
            return true;
        free_seat(seat); // somebody else was faster
        return false;
    }
    return false;
}

void workers_leave_seat(struct workers *w)
{
    w->shared->seats[w->seat].active = false;
}

bool workers_take_seat(struct workers *w)
{
    struct seat *seat = &w->shared->seats[w->seat];
    if (seat->active)
        return true;
    seat->active = true;
    if (active_count(w) <= w->shared->jobs)
        return true;
    seat->active = false;
    return false;
}

static bool is_dead(int process)
{
    return process && kill(process, 0) != 0 && errno == ESRCH;
}

// Of processes that have been killed. Where a keeper lives, its next worker has the seat.
static void free_seats_of_dead(struct workers_shared *shared, uint32_t but)
{
    for (uint32_t k = 0; k < SEATS; k++) {
        struct seat *seat = &shared->seats[k];
        int process = seat->process, keeper = seat->keeper;
        if (k != but && is_dead(process) && (!keeper || is_dead(keeper)) &&
            atomic_compare_exchange_strong(&seat->process, &process,
                                           getpid())) // else it has been taken again
            free_seat(seat);
    }
}

void workers_end(struct workers *w)
{
    prctl(PR_SET_CHILD_SUBREAPER, w->shared->was_subreaper);
    munmap(w->shared, sizeof *w->shared);
    w->shared = NULL;
}

void workers_stop(struct workers *w)
{
    w->shared->stop = true;
}

bool workers_stopped(const struct workers *w)
{
    return w->shared->stop;
}

void workers_reset(struct workers *w)
{
    free_seats_of_dead(w->shared, w->seat);
    w->shared->seats[w->seat].active = true;
    w->shared->executions = w->shared->events = 0;
    w->shared->stop = false;
}

void workers_add_executed(struct workers *w, uint64_t executions, uint64_t events)
{
    w->shared->executions += executions;
    w->shared->events += events;
}

void workers_executed(const struct workers *w, uint64_t *executions, uint64_t *events)
{
    *executions = w->shared->executions;
    *events = w->shared->events;
}

void workers_send_size(const struct workers *w, uint64_t executions)
{
    w->shared->seats[w->seat].size = executions;
}

// A seat may be somebody else's by now.
uint64_t workers_size(const struct workers *w, const struct worker_link *link)
{
    const struct seat *seat = &w->shared->seats[link->seat];
    return seat->keeper == link->keeper ? seat->size : 0;
}

// ---- memory

// What a process holds, each page that it shares with others in parts; 0: not known.
static uint64_t share_of_memory(int process)
{
    char path[64], line[200];
    unsigned long long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    FILE *file = process ? fopen(path, "re") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %llu", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

// Reading that takes milliseconds: no more of the time than one part of so many, and not more often.
#define SUM_SHARE 50
#define SUM_SECONDS 0.2

// What each holds counts shared pages as often as they are shared: only where that is too much, it is worth
// the time to look again.
bool workers_hold_more(struct workers *w, uint64_t bytes)
{
    struct seat *seats = w->shared->seats;
    uint64_t most = 0, sum = 0;
    seats[w->seat].bytes = resident_bytes();
    if (seats[w->seat].bytes > bytes)
        return true;
    for (uint32_t k = 0; k < SEATS; k++)
        most += (seats[k].keeper ? 2 : 1) * seats[k].bytes;
    double begin = clock_seconds();
    if (most <= bytes || begin < w->next_sum)
        return false;
    for (uint32_t k = 0; k < SEATS; k++)
        sum += share_of_memory(seats[k].process) + share_of_memory(seats[k].keeper);
    double end = clock_seconds(), wait = SUM_SHARE * (end - begin);
    w->next_sum = end + (wait > SUM_SECONDS ? wait : SUM_SECONDS);
    return sum > bytes;
}

static void *keep_looking(void *argument)
{
    const struct timespec pause = {0, 50000000};
    for (;;) {
        nanosleep(&pause, NULL);
        interrupt_look(argument);
    }
    return NULL;
}

void workers_watch(struct interrupt *interrupt)
{
    pthread_t thread;
    sigset_t all, before;
    if (!interrupt)
        return;
    pthread_mutex_init(&interrupt->lock, NULL); // whoever held it was not forked
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, keep_looking, interrupt) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// ---- packets, of which the first byte says whether it begins and ends a message

enum { PACKET_FIRST = 1, PACKET_LAST = 2 };

// Ends the process where nobody listens any more.
static void send_packet(struct workers *w, unsigned char *packet, size_t size)
{
    const struct timespec pause = {0, 10000000};
    while (send(w->owner, packet, size, MSG_NOSIGNAL) < 0) {
        if (errno == ENOBUFS || errno == ENOMEM)
            nanosleep(&pause, NULL);
        else if (errno == EPIPE || errno == ECONNRESET)
            _exit(0);
        else if (errno != EINTR)
            _exit(STATUS_CRASHED);
    }
}

// ---- keepers

void workers_fail(void)
{
    _exit(STATUS_AGAIN);
}

void workers_done(void)
{
    _exit(0);
}

void workers_exhausted(void)
{
    _exit(STATUS_EXHAUSTED);
}

void workers_crashed(void)
{
    _exit(STATUS_CRASHED);
}

// Dies with its parent. False: that is gone already.
static bool follow_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return getppid() == parent;
}

// Ends the worker, if it has not ended, and all that is left of what it has started.
static void reap_all(pid_t worker)
{
    if (worker > 0)
        kill(worker, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        ;
}

// Waits for the worker's end. False: the owner wants it no more.
static bool wait_for_end(pid_t worker, const sigset_t *signals, int *status)
{
    for (;;) {
        pid_t ended;
        while ((ended = waitpid(-1, status, WNOHANG)) > 0)
            if (ended == worker)
                return true;
        if (ended < 0 && errno == ECHILD)
            return false;
        if (sigwaitinfo(signals, NULL) == SIGTERM) {
            reap_all(worker);
            return false;
        }
    }
}

// What a worker can be ended by from outside, or by itself since it lacks something.
static bool was_killed(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == STATUS_AGAIN;
    int by = WTERMSIG(status);
    return by == SIGKILL || by == SIGTERM || by == SIGHUP;
}

// The user's signals are for the process that began it all.
static void set_signals(const sigset_t *mask)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, mask, NULL);
}

static enum worker_news news_of(int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == STATUS_EXHAUSTED ? WORKER_EXHAUSTED : WORKER_CRASHED;
}

// Forks the worker, which returns true, until one has done its part. Where the system allows no fork, the
// keeper is the worker itself.
static bool fork_again_and_again(struct workers *w, const sigset_t *signals, const sigset_t *before)
{
    struct seat *seat = &w->shared->seats[w->seat];
    pid_t self = getpid();
    enum worker_news news = WORKER_KILLED;
    for (unsigned k = 0; k < TRIES; k++) {
        int status = 0;
        pid_t worker = fork();
        if (worker <= 0) {
            if (worker == 0 && !follow_parent(self))
                _exit(0);
            set_signals(before);
            seat->process = getpid();
            if (worker < 0)
                seat->keeper = 0;
            return true;
        }
        if (!wait_for_end(worker, signals, &status))
            return false;
        if (!was_killed(status)) {
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
                return false;
            news = news_of(status);
            break;
        }
        reap_all(0);
        free_seats_of_dead(w->shared, w->seat);
        seat->process = self;
        seat->active = true;
    }
    unsigned char last[] = {PACKET_FIRST | PACKET_LAST, NO_MESSAGE, (unsigned char)news};
    send_packet(w, last, sizeof last);
    return false;
}

// Returns in workers only.
static void keep_worker(struct workers *w, const sigset_t *before)
{
    struct seat *seat = &w->shared->seats[w->seat];
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    seat->keeper = getpid();
    if (fork_again_and_again(w, &signals, before))
        return;
    reap_all(0);
    free_seat(seat);
    _exit(0);
}

enum worker_side workers_fork(struct workers *w, uint32_t seat, struct worker_link *link,
                              const struct worker_link *links, uint32_t link_count)
{
    int pair[2];
    sigset_t blocked, before;
    pid_t owner = getpid();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        free_seat(&w->shared->seats[seat]);
        return WORKER_NONE;
    }
    sigfillset(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    pid_t keeper = fork();
    int error = errno;
    if (keeper != 0) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(pair[1]);
        *link = (struct worker_link){.socket = pair[0], .keeper = keeper, .seat = seat};
        if (keeper > 0)
            return WORKER_OWNER;
        close(pair[0]);
        free_seat(&w->shared->seats[seat]);
        errno = error;
        return WORKER_NONE;
    }
    close(pair[0]);
    for (uint32_t k = 0; k < link_count; k++)
        close(links[k].socket);
    if (w->owner >= 0)
        close(w->owner);
    else
        setpgid(0, 0);
    w->owner = pair[1];
    w->seat = seat;
    if (!follow_parent(owner))
        _exit(0);
    keep_worker(w, &before);
    return WORKER_ITSELF;
}

// Where a keeper was killed, what it and its worker had started is ended by the system and becomes a child of
// the first process, since that is a subreaper. All of them are one process group.
static void reap_group(pid_t group)
{
    const struct timespec pause = {0, 1000000};
    while (kill(-group, SIGKILL) == 0)
        if (waitpid(-group, NULL, WNOHANG) <= 0)
            nanosleep(&pause, NULL);
}

void workers_close(const struct workers *w, struct worker_link *link)
{
    close(link->socket);
    while (waitpid(link->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
    if (w->owner < 0) {
        reap_group(link->keeper);
        free_seats_of_dead(w->shared, w->seat);
    }
    vector_free(&link->message);
}

void workers_kill(const struct workers *w, struct worker_link *link)
{
    kill(link->keeper, SIGTERM);
    workers_close(w, link);
}

// ---- messages

void workers_send(struct workers *w, const byte_vector *message)
{
    unsigned char packet[PACKET_BYTES + 1];
    uint32_t at = 0;
    do {
        uint32_t left = message->size - at, size = left < PACKET_BYTES ? left : PACKET_BYTES;
        packet[0] = (unsigned char)((at == 0 ? PACKET_FIRST : 0) | (size == left ? PACKET_LAST : 0));
        if (size)
            memcpy(packet + 1, message->data + at, size);
        send_packet(w, packet, size + 1);
        at += size;
    } while (at < message->size);
}

enum worker_news workers_hear(struct worker_link *link)
{
    unsigned char packet[PACKET_BYTES + 1];
    for (;;) {
        ssize_t size = recv(link->socket, packet, sizeof packet, MSG_DONTWAIT);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return WORKER_SILENT;
        if (size <= 0)
            return WORKER_LOST;
        if (packet[0] & PACKET_FIRST)
            link->message.size = 0;
        bytes_add(&link->message, packet + 1, (size_t)size - 1);
        if (!(packet[0] & PACKET_LAST))
            continue;
        if (link->message.size && link->message.data[0] != NO_MESSAGE)
            return WORKER_TELLS;
        return link->message.size > 1 ? (enum worker_news)link->message.data[1] : WORKER_CRASHED;
    }
}

void workers_wait(const struct worker_link *const *links, uint32_t count, int milliseconds)
{
    struct pollfd polled[SEATS];
    uint32_t used = count < SEATS ? count : SEATS;
    for (uint32_t k = 0; k < used; k++)
        polled[k] = (struct pollfd){.fd = links[k]->socket, .events = POLLIN};
    poll(polled, used, milliseconds);
}
