// <sys/msg.h>: queues of messages with types, as on Linux.
#include "runtime/system_v.h"

enum { MOST_BYTES = 16384, MOST_OF_MESSAGE = 8192 };
enum { CUTS = 010000, EXCEPT = 020000, COPIES = 040000 };

struct message {
    struct message *next;
    long type;
    size_t size;
    char bytes[];
};

struct queue {
    struct message *first;
    size_t bytes, count;
};
static struct runtime_ipc_table table;

struct caller_message { // struct msgbuf
    long type;
    char bytes[];
};

static int get_typed_queue(int key, int flags)
{
    int found = __runtime_ipc_find(&table, key, flags);
    if (found != -ENOENT || (key && !(flags & IPC_CREATE)))
        return found;
    struct queue *queue = __heddle_new(sizeof *queue);
    return queue ? __runtime_ipc_add(&table, key, flags, queue) : -ENOSPC;
}

int msgget(int key, int flags)
{
    heddle_atomic_begin();
    int result = get_typed_queue(key, flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static void append_typed_message(struct queue *queue, struct message *message)
{
    struct message **link = &queue->first;
    while (*link)
        link = &(*link)->next;
    message->next = NULL;
    *link = message;
    queue->bytes += message->size;
    queue->count++;
}

// `message`: of that type and size, without its bytes.
static int try_send_typed(int identifier, struct message *message, const struct runtime_source *source,
                          bool has_waited)
{
    struct queue *queue = __runtime_ipc_object(&table, identifier);
    if (!queue)
        return has_waited ? -EIDRM : -EINVAL;
    if (queue->bytes + message->size > MOST_BYTES || queue->count + 1 > MOST_BYTES)
        return RUNTIME_WAIT;
    memcpy(message->bytes, __runtime_source_at(source, 0), message->size);
    append_typed_message(queue, message);
    return 0;
}

struct unsent {
    struct message *message;
    char *bytes;
};

static void drop_unsent_typed(void *argument)
{
    struct unsent *unsent = argument;
    free(unsent->message);
    free(unsent->bytes);
}

static int send_typed_message(int identifier, struct unsent *unsent, struct runtime_source *source, int flags)
{
    bool has_waited = false, slept = false;
    int result;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_unsent_typed, unsent);
    __runtime_source_begins(source);
    do {
        if (has_waited)
            __runtime_source_waits(source);
        CANCELLATION_POINT(0);
        if (has_waited && IS_INTERRUPTED) { // not begun again behind a handler (signal(7))
            result = -EINTR;
            break;
        }
        heddle_atomic_begin();
        result = try_send_typed(identifier, unsent->message, source, has_waited);
        heddle_atomic_end();
        has_waited = true;
    } while (result == RUNTIME_WAIT && !(flags & IPC_NO_WAIT) && __runtime_wait_again(0, &slept));
    CLEANUP_POP(&cleanup);
    return result;
}

// Linux reads the message before it waits.
int msgsnd(int identifier, const struct caller_message *from, size_t size, int flags)
{
    struct unsent unsent = {__heddle_new(sizeof *unsent.message + size), __heddle_new(size + 1)};
    int result = -ENOMEM;
    if (size > MOST_OF_MESSAGE || from->type < 1)
        result = -EINVAL;
    else if (unsent.message && unsent.bytes) {
        struct runtime_part part = {(void *)from->bytes, size};
        struct runtime_source source = {
            .bytes = unsent.bytes, .count = size, .parts = &part, .part_count = 1, .gathered = unsent.bytes};
        unsent.message->type = from->type;
        unsent.message->size = size;
        __runtime_gather(&part, 1, unsent.bytes);
        result = send_typed_message(identifier, &unsent, &source, flags);
    }
    if (result == 0)
        unsent.message = NULL; // of the queue
    drop_unsent_typed(&unsent);
    return (int)__runtime_result(result);
}

// ---- receiving

// The link that leads to the message that is asked for, or to NULL.
static struct message **find_typed_message(struct queue *queue, long type, int flags)
{
    struct message **best = NULL, **link = &queue->first;
    for (; *link; link = &(*link)->next) {
        long own = (*link)->type;
        if (type < 0) {
            if (own <= (type == LONG_MIN ? LONG_MAX : -type) && (!best || own < (*best)->type))
                best = link;
        } else if (type == 0 || (flags & EXCEPT ? own != type : own == type)) {
            return link;
        }
    }
    return best ? best : link;
}

static int try_receive_typed(int identifier, size_t size, long type, int flags, bool has_waited,
                             struct message **taken)
{
    struct queue *queue = __runtime_ipc_object(&table, identifier);
    if (!queue)
        return has_waited ? -EIDRM : -EINVAL;
    struct message **link = find_typed_message(queue, type, flags), *message = *link;
    if (!message)
        return flags & IPC_NO_WAIT ? -ENOMSG : RUNTIME_WAIT;
    if (message->size > size && !(flags & CUTS))
        return -E2BIG;
    *link = message->next;
    queue->bytes -= message->size;
    queue->count--;
    *taken = message;
    return 0;
}

ssize_t msgrcv(int identifier, struct caller_message *to, size_t size, long type, int flags)
{
    struct message *message = NULL;
    bool has_waited = false, slept = false;
    int result;
    if (flags & COPIES)
        __heddle_unmodelled("MSG_COPY");
    if (size > SIZE_MAX / 2)
        return __runtime_fail(EINVAL);
    do {
        CANCELLATION_POINT(0);
        if (has_waited && IS_INTERRUPTED)
            return __runtime_fail(EINTR);
        heddle_atomic_begin();
        result = try_receive_typed(identifier, size, type, flags, has_waited, &message);
        heddle_atomic_end();
        has_waited = true;
    } while (result == RUNTIME_WAIT && __runtime_wait_again(0, &slept));
    if (result < 0)
        return __runtime_result(result);
    size_t count = message->size < size ? message->size : size;
    to->type = message->type;
    memcpy(to->bytes, message->bytes, count);
    free(message);
    return (ssize_t)count;
}

static int remove_queue(int identifier)
{
    struct queue *queue = __runtime_ipc_object(&table, identifier);
    if (!queue)
        return -EINVAL;
    for (struct message *message = queue->first, *next; message; message = next) {
        next = message->next;
        free(message);
    }
    free(queue);
    __runtime_ipc_remove(&table, identifier);
    return 0;
}

int msgctl(int identifier, int command, void *argument)
{
    (void)argument;
    if (command != IPC_REMOVE) {
        __heddle_unmodelled_value("msgctl but for IPC_RMID");
        return __runtime_fail(EINVAL);
    }
    heddle_atomic_begin();
    int result = remove_queue(identifier);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}
