// <aio.h>: reading and writing in other threads. As in glibc each request has a thread for a while, and those
// for one descriptor are served one after another, in the order in which they came. A request that no thread
// has begun with can be cancelled.
#include "runtime/signals.h"

typedef long long offset64;

enum { OPCODE_READ, OPCODE_WRITE, OPCODE_NOTHING, OPCODE_SYNC, OPCODE_SYNC_DATA };
enum { NOTIFIES_NOT = 1, NOTIFIES_BY_CALL = 2 };
enum { CANCELLED, NOT_CANCELLED, ALL_DONE };
enum { ECANCELED = 125, EIO = 5 };

struct notification { // struct sigevent
    union sigval value;
    int number, how;
    union {
        struct {
            void (*function)(union sigval value);
            const void *attributes;
        } call;
        char room[64 - sizeof(union sigval) - 2 * sizeof(int)];
    } by;
};

struct control { // struct aiocb
    int descriptor, opcode, priority;
    char *bytes;
    size_t count;
    struct notification notification;
    struct control *glibc_next;
    int glibc_priority, glibc_policy;
    int error;
    ssize_t result;
    union {
        long narrow;
        offset64 wide; // of struct aiocb64
    } offset;
    char reserved[32];
};
_Static_assert(sizeof(struct control) == (sizeof(void *) == 8 ? 168 : 144), "as glibc's struct aiocb");

struct request {
    struct request *next; // of all that are not done, the oldest first
    struct control *of, wanted;
    offset64 offset;
    int opcode;
    bool has_begun, is_cancelled;
};

union condition { // pthread_cond_t
    char bytes[48];
    long long alignment;
};

int pthread_create(pthread_t *thread, const void *attributes, void *(*routine)(void *), void *argument);
int pthread_detach(pthread_t thread);
int pthread_cond_wait(union condition *condition, union runtime_mutex *mutex);
int pthread_cond_timedwait(union condition *condition, union runtime_mutex *mutex,
                           const struct timespec *time);
int pthread_cond_broadcast(union condition *condition);
ssize_t read(int descriptor, void *to, size_t count);
ssize_t write(int descriptor, const void *from, size_t count);
ssize_t pread64(int descriptor, void *to, size_t count, offset64 at);
ssize_t pwrite64(int descriptor, const void *from, size_t count, offset64 at);
int fsync(int descriptor);
int fdatasync(int descriptor);
int fcntl(int descriptor, int command, ...);

static union runtime_mutex lock;
static union condition changed;
static struct request *requests;

static void lock_all(void)
{
    pthread_mutex_lock(&lock);
}

static void unlock_all(void)
{
    pthread_mutex_unlock(&lock);
}

static void unlock_cancelled(void *unused)
{
    (void)unused;
    unlock_all();
}

// ---- serving

static ssize_t transfer(const struct request *request)
{
    const struct control *wanted = &request->wanted;
    ssize_t result;
    switch (request->opcode) {
    case OPCODE_SYNC: return fsync(wanted->descriptor);
    case OPCODE_SYNC_DATA: return fdatasync(wanted->descriptor);
    case OPCODE_READ:
        result = pread64(wanted->descriptor, wanted->bytes, wanted->count, request->offset);
        return result < 0 && errno == ESPIPE ? read(wanted->descriptor, wanted->bytes, wanted->count)
                                             : result;
    }
    result = pwrite64(wanted->descriptor, wanted->bytes, wanted->count, request->offset);
    return result < 0 && errno == ESPIPE ? write(wanted->descriptor, wanted->bytes, wanted->count) : result;
}

static bool is_first(const struct request *request)
{
    for (const struct request *other = requests; other != request; other = other->next)
        if (other->wanted.descriptor == request->wanted.descriptor)
            return false;
    return true;
}

// With the lock.
static void finish(struct request *request, ssize_t result, int error)
{
    struct request **link = &requests;
    while (*link != request)
        link = &(*link)->next;
    *link = request->next;
    request->of->result = result;
    request->of->error = error;
    pthread_cond_broadcast(&changed);
}

static void *serve(void *argument)
{
    struct request *request = argument;
    struct notification notification = request->wanted.notification;
    lock_all();
    while (!request->is_cancelled && !is_first(request))
        pthread_cond_wait(&changed, &lock);
    if (!request->is_cancelled) {
        request->has_begun = true;
        unlock_all();
        ssize_t result = transfer(request);
        lock_all();
        finish(request, result, result < 0 ? errno : 0);
    }
    unlock_all();
    free(request);
    if (notification.how == NOTIFIES_BY_CALL)
        notification.by.call.function(notification.value);
    return NULL;
}

// As in glibc the thread is detached and blocks all signals.
static int begin_thread(struct request *request)
{
    enum { REPLACE = 2 };
    pthread_t thread;
    sigset_t all = {{0}}, before;
    bool masks = __heddle_signals_are_sent();
    for (int number = 1; masks && number < SIGNALS; number++)
        if (number < FIRST_INTERNAL || number > LAST_INTERNAL)
            sigaddset(&all, number);
    if (masks)
        __runtime_change_signal_mask(REPLACE, &all, &before);
    int error = pthread_create(&thread, NULL, serve, request);
    if (masks)
        __runtime_change_signal_mask(REPLACE, &before, NULL);
    if (!error)
        pthread_detach(thread);
    return error;
}

// ---- asking

static int refuse_request(struct control *control, int error)
{
    control->error = error;
    control->result = -1;
    return __runtime_fail(error);
}

static int begin_request(struct control *control, int opcode, bool is_wide)
{
    enum { MOST_PRIORITY = 20 };
    if (control->priority < 0 || control->priority > MOST_PRIORITY)
        return refuse_request(control, EINVAL);
    if (control->priority)
        __heddle_unmodelled("asynchronous input or output with a priority");
    int how = control->notification.how;
    if (how != NOTIFIES_NOT && how != NOTIFIES_BY_CALL && control->notification.number)
        __heddle_unmodelled("asynchronous input or output that sends a signal when it is done");
    if (how == NOTIFIES_BY_CALL && control->notification.by.call.attributes)
        __heddle_unmodelled("asynchronous input or output that calls a function in a thread with attributes");
    struct request *request = __heddle_new(sizeof *request);
    if (!request)
        return refuse_request(control, EAGAIN);
    *request = (struct request){.of = control, .wanted = *control, .opcode = opcode};
    request->offset = is_wide ? control->offset.wide : control->offset.narrow;
    lock_all();
    struct request **link = &requests;
    while (*link)
        link = &(*link)->next;
    *link = request;
    control->error = EINPROGRESS;
    control->result = 0;
    int error = begin_thread(request);
    if (error) {
        finish(request, -1, error);
        free(request);
    }
    unlock_all();
    return error ? __runtime_fail(error) : 0;
}

static int begin_sync(struct control *control, int operation)
{
    enum { WRITES_DATA = 010000, WRITES_ALL = 04010000, GET_FLAGS = 3 }; // O_DSYNC, O_SYNC
    if (operation != WRITES_DATA && operation != WRITES_ALL)
        return __runtime_fail(EINVAL);
    if (fcntl(control->descriptor, GET_FLAGS) < 0)
        return __runtime_fail(EBADF);
    return begin_request(control, operation == WRITES_ALL ? OPCODE_SYNC : OPCODE_SYNC_DATA, true);
}

static bool is_done(const struct control *control)
{
    return !control || control->error != EINPROGRESS;
}

// ---- waiting

static bool any_is_done(const struct control *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] && is_done(list[i]))
            return true;
    return false;
}

static bool all_are_done(const struct control *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (!is_done(list[i]))
            return false;
    return true;
}

// With the lock, until `ready`. An error number.
static int wait_for_requests(bool (*ready)(const struct control *const *list, int count),
                             const struct control *const *list, int count, const struct timespec *duration)
{
    struct runtime_cleanup cleanup;
    int error = 0;
    if (ready(list, count))
        return 0;
    if (__heddle_signals_are_sent())
        __heddle_unmodelled("waiting for asynchronous input or output where signals are sent");
    struct timespec deadline = {0, 0};
    if (duration)
        deadline = __runtime_deadline(duration, 0);
    CLEANUP_PUSH(&cleanup, unlock_cancelled, NULL);
    while (!error && !ready(list, count))
        error = duration ? pthread_cond_timedwait(&changed, &lock, &deadline)
                         : pthread_cond_wait(&changed, &lock);
    CLEANUP_POP(&cleanup);
    return error && !ready(list, count) ? error : 0;
}

static int suspend_for_requests(const struct control *const *list, int count, const struct timespec *duration)
{
    if (count < 0)
        return __runtime_fail(EINVAL);
    CANCELLATION_POINT(0);
    lock_all();
    int error = wait_for_requests(any_is_done, list, count, duration);
    unlock_all();
    return !error ? 0 : __runtime_fail(error == ETIMEDOUT ? EAGAIN : error);
}

static int begin_list(int mode, struct control *const *list, int count, const struct notification *then,
                      bool is_wide)
{
    enum { WAITS, GOES_ON };
    bool failed = false;
    if (mode != WAITS && mode != GOES_ON)
        return __runtime_fail(EINVAL);
    if (mode == GOES_ON && then && then->how != NOTIFIES_NOT)
        __heddle_unmodelled("lio_listio that tells when all is done");
    for (int i = 0; i < count; i++)
        if (list[i] && list[i]->opcode != OPCODE_NOTHING)
            failed |= begin_request(list[i], list[i]->opcode, is_wide) < 0;
    if (mode == WAITS) {
        const struct control *const *all = (const struct control *const *)list;
        lock_all();
        wait_for_requests(all_are_done, all, count, NULL);
        for (int i = 0; i < count; i++)
            failed |= list[i] && list[i]->opcode != OPCODE_NOTHING && list[i]->error;
        unlock_all();
    }
    return failed ? __runtime_fail(EIO) : 0;
}

// ---- results

static int error_of(const struct control *control)
{
    lock_all();
    int error = control->error;
    unlock_all();
    return error;
}

static ssize_t result_of_request(const struct control *control)
{
    lock_all();
    ssize_t result = control->result;
    unlock_all();
    return result;
}

static int cancel(int descriptor, const struct control *control)
{
    enum { GET_FLAGS = 3 };
    int outcome = ALL_DONE;
    if (fcntl(descriptor, GET_FLAGS) < 0)
        return __runtime_fail(EBADF);
    if (control && control->descriptor != descriptor)
        return __runtime_fail(EINVAL);
    lock_all();
    for (struct request *request = requests, *next; request; request = next) {
        next = request->next;
        if (request->wanted.descriptor != descriptor || (control && request->of != control))
            continue;
        if (request->has_begun) {
            outcome = NOT_CANCELLED;
            continue;
        }
        request->is_cancelled = true;
        finish(request, -1, ECANCELED);
        outcome = outcome == NOT_CANCELLED ? NOT_CANCELLED : CANCELLED;
    }
    unlock_all();
    return outcome;
}

#define ASYNCHRONOUS(suffix, is_wide)                                                                        \
    int aio_read##suffix(struct control *control)                                                            \
    {                                                                                                        \
        return begin_request(control, OPCODE_READ, is_wide);                                                 \
    }                                                                                                        \
    int aio_write##suffix(struct control *control)                                                           \
    {                                                                                                        \
        return begin_request(control, OPCODE_WRITE, is_wide);                                                \
    }                                                                                                        \
    int aio_fsync##suffix(int operation, struct control *control)                                            \
    {                                                                                                        \
        return begin_sync(control, operation);                                                               \
    }                                                                                                        \
    int aio_suspend##suffix(const struct control *const *list, int count, const struct timespec *duration)   \
    {                                                                                                        \
        return suspend_for_requests(list, count, duration);                                                  \
    }                                                                                                        \
    int lio_listio##suffix(int mode, struct control *const *list, int count,                                 \
                           const struct notification *then)                                                  \
    {                                                                                                        \
        return begin_list(mode, list, count, then, is_wide);                                                 \
    }                                                                                                        \
    int aio_error##suffix(const struct control *control)                                                     \
    {                                                                                                        \
        return error_of(control);                                                                            \
    }                                                                                                        \
    ssize_t aio_return##suffix(struct control *control)                                                      \
    {                                                                                                        \
        return result_of_request(control);                                                                   \
    }                                                                                                        \
    int aio_cancel##suffix(int descriptor, struct control *control)                                          \
    {                                                                                                        \
        return cancel(descriptor, control);                                                                  \
    }
ASYNCHRONOUS(, false)
ASYNCHRONOUS(64, true)
