#include "report/entry.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/memory.h"

#include <signal.h>
#include <string.h>
#include <time.h>

// ---- failures

static void note_failure(struct heddle_check *check, enum failure failure)
{
    memory_free(check->reserve);
    check->reserve = NULL;
    check->failure = failure == FAILURE_MEMORY ? "out of memory" : failure_what();
}

bool entry_run(struct heddle_check *check, void (*work)(struct heddle_check *check, void *argument),
               void *argument)
{
    jmp_buf guard, *outer = failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    check->failure = NULL;
    if (failure == FAILURE_NONE)
        work(check, argument);
    failure_guard(outer);
    if (failure != FAILURE_NONE)
        note_failure(check, failure);
    return failure == FAILURE_NONE;
}

// ---- ending a check from elsewhere

// How often the thread that watches looks, and how long it leaves a check to come to its end by itself.
#define LOOK_NANOSECONDS 50000000
#define GRACE_SECONDS 2.0
#define STACK_BYTES (512u << 10) // it writes a result

// What is known, as a check of its own that nobody else uses.
static void tell_overdue(const struct entry_watch *watch)
{
    struct heddle_check *check = watch->check, covered = {.settings = check->settings};
    covered.nothing = (struct exploration){
        .verdict = VERDICT_INCONCLUSIVE, .bounded = true, .interrupted = check->interrupt.stop};
    pthread_mutex_lock(&check->interrupt.lock);
    covered.nothing.counters = check->so_far;
    pthread_mutex_unlock(&check->interrupt.lock);
    covered.result = (struct result){
        .settings = &covered.settings,
        .machine = &covered.machine,
        .exploration = &covered.nothing,
        .ended_early = check->interrupt.stop ? ENDED_BY_STOP : ENDED_BY_TIME,
        .frontend_seconds = check->result.frontend_seconds,
        .total_seconds = clock_seconds() - check->result.began,
    };
    check->overdue(check->overdue_context, &covered);
    memory_free(covered.json);
    memory_free(covered.text);
    memory_free(covered.sarif);
    memory_free(covered.lines);
    memory_free(covered.junit);
    result_free(&covered.result);
}

// Waits for the next look. False: the check is over.
static bool wait_for_look(struct entry_watch *watch)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&watch->lock);
    if (!watch->over)
        pthread_cond_timedwait(&watch->ended, &watch->lock, &until);
    bool over = watch->over;
    pthread_mutex_unlock(&watch->lock);
    return !over;
}

static void *keep_watch(void *argument)
{
    struct entry_watch *watch = argument;
    struct interrupt *interrupt = &watch->check->interrupt;
    double told_to_end = 0;
    bool overdue = false;
    while (wait_for_look(watch)) {
        double now = clock_seconds();
        if (!interrupt->stop && (watch->deadline <= 0 || now < watch->deadline)) {
            interrupt_look(interrupt);
            continue;
        }
        if (told_to_end <= 0)
            told_to_end = now;
        interrupt_raise(interrupt);
        if (overdue || now - told_to_end < GRACE_SECONDS)
            continue;
        overdue = true;
        if (watch->check->overdue)
            tell_overdue(watch);
    }
    return NULL;
}

// Signals are the client's: none is delivered to this thread.
static bool start_thread(struct entry_watch *watch)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&watch->thread, &attributes, keep_watch, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

void entry_watch(struct entry_watch *watch, struct heddle_check *check, double deadline)
{
    pthread_condattr_t monotonic;
    *watch = (struct entry_watch){.check = check, .deadline = deadline};
    pthread_mutex_init(&watch->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    watch->running = start_thread(watch); // else the check looks at the clock by itself, if less often
}

void entry_unwatch(struct entry_watch *watch)
{
    if (watch->running) {
        pthread_mutex_lock(&watch->lock);
        watch->over = true;
        pthread_cond_signal(&watch->ended);
        pthread_mutex_unlock(&watch->lock);
        pthread_join(watch->thread, NULL);
    }
    pthread_cond_destroy(&watch->ended);
    pthread_mutex_destroy(&watch->lock);
}

enum heddle_status entry_status(const struct heddle_check *check, bool ended, const struct entry_call *call)
{
    if (ended)
        return call->status;
    return strcmp(check->failure, "out of memory") == 0 ? HEDDLE_INCONCLUSIVE : HEDDLE_INTERNAL_ERROR;
}
