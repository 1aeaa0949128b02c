// <mqueue.h>: queues of messages with priorities, as on Linux, where a queue is opened as a descriptor. Who
// waits to receive is not handed a message while it waits: what another one takes first it may as well have
// taken before the first one began.
#include "runtime/event_threads.h"
#include "runtime/files.h"

enum { PRIORITIES = 32768, USUAL_COUNT = 10, USUAL_SIZE = 8192, MOST_COUNT = 65536, MOST_SIZE = 1 << 24 };
enum { TIMER_ABSTIME = 1, CLOCK_REALTIME = 0 };

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left);

struct attributes { // struct mq_attr
    long flags, most_count, most_size, count;
    long reserved[4];
};

struct message {
    struct message *next;
    unsigned priority;
    size_t size;
    char bytes[];
};

struct queue {
    struct runtime_node node; // first
    struct queue *older;
    struct message *first; // by priority, and then by age
    long count, most_count, most_size;
    struct notice *notice; // NULL: nobody is to be told of the next message
    char name[];
};
static struct queue *all; // those that have a name

// What mq_notify asks for.
struct notice {
    void (*give)(struct notice *notice); // takes the notice; NULL: nothing is to be done
    struct runtime_event event;
    struct runtime_thread_attributes attributes;
};

static ssize_t read_queue(struct runtime_node *node, char *to, size_t count, bool waits)
{
    (void)node, (void)to, (void)count, (void)waits;
    __heddle_unmodelled("read from a queue of messages");
    return -EINVAL;
}

static ssize_t write_queue(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    (void)node, (void)from, (void)count, (void)waits;
    return -EINVAL;
}

static unsigned state_of_queue(struct runtime_node *node)
{
    const struct queue *queue = (const struct queue *)node;
    return (queue->count ? (unsigned)POLL_READ_ALIKE : 0u) |
           (queue->count < queue->most_count ? (unsigned)POLL_WRITE_ALIKE : 0u);
}

static void release_queue(struct runtime_node *node)
{
    for (struct message *message = ((struct queue *)node)->first, *next; message; message = next) {
        next = message->next;
        free(message);
    }
}

// Linux: closing any descriptor of the queue ends what mq_notify has asked for.
static void close_queue(struct runtime_node *node)
{
    struct queue *queue = (struct queue *)node;
    struct notice *notice = queue->notice;
    if (!notice)
        return;
    queue->notice = NULL;
    free(notice);
}

static const struct runtime_operations operations = {.read = read_queue,
                                                     .write = write_queue,
                                                     .state = state_of_queue,
                                                     .release = release_queue,
                                                     .closed = close_queue};

// ---- opening

static struct queue **find_queue_link(const char *name)
{
    struct queue **link = &all;
    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->older;
    return link;
}

// `wanted`: NULL, or what mq_open was given.
static int create_queue(const char *name, mode_t mode, const struct attributes *wanted,
                        struct queue **created)
{
    long most_count = wanted ? wanted->most_count : USUAL_COUNT;
    long most_size = wanted ? wanted->most_size : USUAL_SIZE;
    if (most_count <= 0 || most_size <= 0 || most_count > MOST_COUNT || most_size > MOST_SIZE)
        return -EINVAL;
    if (most_count > USUAL_COUNT || most_size > USUAL_SIZE) {
        __heddle_unmodelled_value("mq_open of more than 10 messages, or of more than 8,192 bytes each, which "
                                  "needs a privilege or a setting of the system");
        return -EINVAL;
    }
    size_t length = strlen(name) + 1;
    struct queue *queue = __heddle_new(sizeof *queue + length);
    if (!queue)
        return -ENOMEM;
    queue->node.mode = MODE_EVENT | (mode & MODE_PERMISSIONS & ~__runtime_mask());
    queue->node.allocated = true;
    queue->node.names = 1;
    queue->node.operations = &operations;
    queue->most_count = most_count;
    queue->most_size = most_size;
    memcpy(queue->name, name, length);
    queue->older = all;
    all = queue;
    __runtime_shares_with_children = true;
    *created = queue;
    return 0;
}

static int try_open(const char *name, int flags, mode_t mode, const struct attributes *wanted)
{
    enum { READ_AND_WRITE = 6, WRITE = 2, READ = 4 };
    int access = flags & OPEN_ACCESS;
    struct queue *queue = *find_queue_link(name);
    __runtime_check_children();
    if (access == OPEN_ACCESS || (queue && flags & OPEN_CREATE && flags & OPEN_NEW))
        return access == OPEN_ACCESS ? -EINVAL : -EEXIST;
    if (!queue) {
        int error = flags & OPEN_CREATE ? create_queue(name, mode, wanted, &queue) : -ENOENT;
        if (error)
            return error;
    } else if (!__runtime_may(&queue->node, access == OPEN_BOTH    ? READ_AND_WRITE
                                            : access == OPEN_WRITE ? WRITE
                                                                   : READ)) {
        return -EACCES;
    }
    return __runtime_open_node(&queue->node, flags & (OPEN_ACCESS | OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC), 0);
}

// 0, or the error of a name that no queue can have.
static int check_name(const char *name)
{
    if (name[0] != '/')
        return -EINVAL;
    if (strlen(name + 1) > RUNTIME_NAME_MOST)
        return -ENAMETOOLONG;
    if (!name[1])
        return -ENOENT;
    return strcmp(name, "/.") == 0 || strcmp(name, "/..") == 0 || strchr(name + 1, '/') ? -EACCES : 0;
}

int mq_open(const char *name, int flags, ...)
{
    struct attributes own;
    const struct attributes *wanted = NULL;
    mode_t mode = 0;
    if (flags & OPEN_CREATE) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, mode_t);
        wanted = va_arg(list, const struct attributes *);
        va_end(list);
        if (wanted) {
            own.most_count = wanted->most_count;
            own.most_size = wanted->most_size;
            wanted = &own;
        }
    }
    int result = check_name(name);
    if (result == 0) {
        heddle_atomic_begin();
        result = try_open(name, flags, mode, wanted);
        heddle_atomic_end();
    }
    return (int)__runtime_result(result);
}

int __mq_open_2(const char *name, int flags)
{
    if (flags & OPEN_CREATE)
        abort(); // as glibc, of a call without the arguments for that
    return mq_open(name, flags);
}

int close(int descriptor);

int mq_close(int descriptor)
{
    return close(descriptor);
}

int mq_unlink(const char *name)
{
    int result = check_name(name);
    if (result < 0)
        return __runtime_fail(-result);
    heddle_atomic_begin();
    struct queue **link = find_queue_link(name), *queue = *link;
    if (queue) {
        *link = queue->older;
        queue->node.names--;
        __runtime_release_node(&queue->node);
    }
    heddle_atomic_end();
    return queue ? 0 : __runtime_fail(ENOENT);
}

// The queue of a descriptor that may do `access` (a bit of 1 reading, 2 writing; 0: anything); an error.
static int find_queue(int descriptor, unsigned access, struct queue **queue,
                      struct runtime_description **description)
{
    *description = __runtime_awaited(descriptor);
    if (!*description || (*description)->node->operations != &operations)
        return -EBADF;
    unsigned may = (unsigned)((*description)->flags & OPEN_ACCESS) + 1;
    __runtime_check_children();
    *queue = (struct queue *)(*description)->node;
    return (may & access) == access ? 0 : -EBADF;
}

static int exchange_attributes(int descriptor, const struct attributes *to, struct attributes *from)
{
    struct runtime_description *description;
    struct queue *queue;
    int error = find_queue(descriptor, 0, &queue, &description);
    if (error)
        return error;
    *from = (struct attributes){
        description->flags & OPEN_NONBLOCK, queue->most_count, queue->most_size, queue->count, {0}};
    if (to)
        description->flags = (description->flags & ~OPEN_NONBLOCK) | (int)to->flags;
    return 0;
}

int mq_setattr(int descriptor, const struct attributes *restrict to, struct attributes *restrict from)
{
    struct attributes wanted = {0}, found;
    if (to)
        wanted.flags = to->flags;
    if (wanted.flags & ~OPEN_NONBLOCK)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int error = exchange_attributes(descriptor, to ? &wanted : NULL, &found);
    heddle_atomic_end();
    if (error == 0 && from)
        *from = found;
    return (int)__runtime_result(error);
}

int mq_getattr(int descriptor, struct attributes *attributes)
{
    return mq_setattr(descriptor, NULL, attributes);
}

// ---- waiting

enum deadline { NONE, IS_VALID, IS_INVALID };

static enum deadline check_deadline(const struct timespec *deadline)
{
    return !deadline                                                                           ? NONE
           : deadline->tv_sec >= 0 && deadline->tv_nsec >= 0 && deadline->tv_nsec < 1000000000 ? IS_VALID
                                                                                               : IS_INVALID;
}

// Outside of a section, after an attempt that has to wait: 0 for another one, or the error that ends the
// call. At a deadline there is one more attempt, as for __runtime_wait_again.
static int wait_for_queue(const struct timespec *deadline, bool *slept)
{
    if (!deadline)
        return 0;
    if (*slept)
        return -ETIMEDOUT;
    *slept = true;
    return -clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, deadline, NULL);
}

// ---- sending

// `notice`: what tells of the message, which is the caller's then.
static int try_send_to_queue(int descriptor, struct message *message, const struct runtime_source *source,
                             struct notice **notice)
{
    struct runtime_description *description;
    struct queue *queue;
    int error = find_queue(descriptor, 2, &queue, &description);
    if (error)
        return error;
    if (message->size > (size_t)queue->most_size)
        return -EMSGSIZE;
    if (queue->count >= queue->most_count)
        return (int)__runtime_unless_waiting(RUNTIME_WAIT, description);
    memcpy(message->bytes, __runtime_source_at(source, 0), message->size);
    struct message **link = &queue->first;
    while (*link && (*link)->priority >= message->priority)
        link = &(*link)->next;
    message->next = *link;
    *link = message;
    if (queue->count++ == 0 && queue->notice) {
        *notice = queue->notice;
        queue->notice = NULL;
    }
    __runtime_notice(&queue->node, POLL_READ_ALIKE);
    return 0;
}

struct unsent {
    struct message *message;
    struct runtime_source source;
    struct notice *notice;
};

static void drop_unsent_message(void *argument)
{
    struct unsent *unsent = argument;
    free(unsent->message);
    __runtime_release_source(&unsent->source);
}

static int send_to_queue(int descriptor, struct unsent *unsent, const struct timespec *deadline)
{
    bool has_waited = false, slept = false;
    int result;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_unsent_message, unsent);
    __runtime_source_begins(&unsent->source);
    do {
        if (has_waited)
            __runtime_source_waits(&unsent->source);
        CANCELLATION_POINT(0);
        result = has_waited && IS_INTERRUPTED ? -EINTR : 0;
        if (result == 0) {
            heddle_atomic_begin();
            result = try_send_to_queue(descriptor, unsent->message, &unsent->source, &unsent->notice);
            heddle_atomic_end();
        }
        has_waited = true;
    } while (result == RUNTIME_WAIT && (result = wait_for_queue(deadline, &slept)) == 0);
    CLEANUP_POP(&cleanup);
    return result;
}

static void *call(void *argument)
{
    struct runtime_event event = ((struct notice *)argument)->event;
    free(argument);
    event.function(event.value);
    return NULL;
}

static void give_by_call(struct notice *notice)
{
    if (!__runtime_begin_event_thread(notice->event.attributes, call, notice))
        free(notice);
}

// As by sigqueue, of who has sent the message.
static void give_by_signal(struct notice *notice)
{
    struct runtime_signal signal = {
        .number = notice->event.number, .code = BY_MESSAGE, .value = notice->event.value};
    free(notice);
    if (signal.number)
        __runtime_signal_process(&signal);
}

static void give_notice(struct notice *notice)
{
    if (notice->give)
        notice->give(notice);
    else
        free(notice);
}

int mq_timedsend(int descriptor, const char *from, size_t size, unsigned priority,
                 const struct timespec *deadline)
{
    if (priority >= PRIORITIES || check_deadline(deadline) == IS_INVALID)
        return __runtime_fail(EINVAL);
    if (size > MOST_SIZE)
        return __runtime_fail(EMSGSIZE);
    struct unsent unsent = {.message = __heddle_new(sizeof *unsent.message + size),
                            .source = {.bytes = from, .count = size}};
    int result = -ENOMEM;
    if (unsent.message) {
        unsent.message->priority = priority;
        unsent.message->size = size;
        result = send_to_queue(descriptor, &unsent, deadline);
    }
    if (result == 0)
        unsent.message = NULL; // of the queue
    drop_unsent_message(&unsent);
    if (unsent.notice)
        give_notice(unsent.notice);
    return (int)__runtime_result(result);
}

int mq_send(int descriptor, const char *from, size_t size, unsigned priority)
{
    return mq_timedsend(descriptor, from, size, priority, NULL);
}

// ---- receiving

static int try_receive_from_queue(int descriptor, size_t room, struct message **taken)
{
    struct runtime_description *description;
    struct queue *queue;
    int error = find_queue(descriptor, 1, &queue, &description);
    if (error)
        return error;
    if (room < (size_t)queue->most_size)
        return -EMSGSIZE;
    if (!queue->first && queue->notice && !(description->flags & OPEN_NONBLOCK))
        __heddle_unmodelled(
            "waiting for a message while mq_notify asks for it"); // it gets it, and not always
    if (!queue->first)
        return (int)__runtime_unless_waiting(RUNTIME_WAIT, description);
    *taken = queue->first;
    queue->first = queue->first->next;
    queue->count--;
    __runtime_notice(&queue->node, POLL_WRITE_ALIKE);
    return 0;
}

ssize_t mq_timedreceive(int descriptor, char *to, size_t room, unsigned *priority,
                        const struct timespec *deadline)
{
    struct message *message = NULL;
    bool has_waited = false, slept = false;
    int result;
    if (check_deadline(deadline) == IS_INVALID)
        return __runtime_fail(EINVAL);
    do {
        CANCELLATION_POINT(0);
        if (has_waited && IS_INTERRUPTED)
            return __runtime_fail(EINTR);
        heddle_atomic_begin();
        result = try_receive_from_queue(descriptor, room, &message);
        heddle_atomic_end();
        has_waited = true;
    } while (result == RUNTIME_WAIT && (result = wait_for_queue(deadline, &slept)) == 0);
    if (result < 0)
        return __runtime_result(result);
    size_t size = message->size;
    memcpy(to, message->bytes, size);
    if (priority)
        *priority = message->priority;
    free(message);
    return (ssize_t)size;
}

ssize_t mq_receive(int descriptor, char *to, size_t room, unsigned *priority)
{
    return mq_timedreceive(descriptor, to, room, priority, NULL);
}

// ---- being told

static int set_notice(int descriptor, struct notice *notice)
{
    struct runtime_description *description;
    struct queue *queue;
    int error = find_queue(descriptor, 0, &queue, &description);
    if (error)
        return error;
    if (notice && queue->notice)
        return -EBUSY;
    if (queue->notice)
        free(queue->notice);
    queue->notice = notice;
    return 0;
}

// Named here only, so that no other function makes the program one that sends signals. NULL: no memory.
static struct notice *new_notice(const struct runtime_event *event)
{
    struct notice *notice = __heddle_new(sizeof *notice);
    if (!notice)
        return NULL;
    notice->event.how = event->how;
    if (event->how == EVENT_BY_NOTHING)
        return notice;
    notice->event = *event;
    notice->give = event->how == EVENT_BY_CALL ? give_by_call : give_by_signal;
    if (event->how == EVENT_BY_CALL && event->attributes) {
        notice->attributes = *(const struct runtime_thread_attributes *)event->attributes;
        notice->event.attributes = &notice->attributes;
    }
    return notice;
}

static bool is_event(const struct runtime_event *event)
{
    return event->how == EVENT_BY_NOTHING || event->how == EVENT_BY_CALL ||
           (event->how == EVENT_BY_SIGNAL && __runtime_is_valid_signal(event->number));
}

int mq_notify(int descriptor, const struct runtime_event *event)
{
    if (event && !is_event(event))
        return __runtime_fail(EINVAL);
    struct notice *notice = event ? new_notice(event) : NULL;
    if (event && !notice)
        return __runtime_fail(ENOMEM);
    heddle_atomic_begin();
    int error = set_notice(descriptor, notice);
    heddle_atomic_end();
    if (error)
        free(notice);
    return (int)__runtime_result(error);
}
