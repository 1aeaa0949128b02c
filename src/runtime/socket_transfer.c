// Messages between sockets: a stream is one that does not keep their boundaries.
#include "runtime/sockets.h"

enum { PAGE = 4096, HEADER = 256, TAIL = 320, LEAST_HEAD = 512, MOST_IN_PAGE = 3776, MOST_IN_PAGES = 32768 };
enum { MOST_LINEAR = 16064, MOST_OF_UDP = 65507, DATAGRAM_SLACK = 32, MOST_DATAGRAMS = 10 };

// ---- what messages cost: as Linux 6 on x86-64 counts it for AF_UNIX

static size_t round_to_pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

static unsigned cost_of(size_t linear, size_t paged)
{
    size_t head = LEAST_HEAD;
    while (head < linear + TAIL)
        head *= 2;
    return (unsigned)(HEADER + head + round_to_pages(paged));
}

static unsigned cost_of_piece(size_t size)
{
    size_t paged = size > MOST_IN_PAGE ? round_to_pages(size - MOST_IN_PAGE) : 0;
    paged = paged < size ? paged : size;
    return cost_of(size - paged, paged);
}

static unsigned cost_of_datagram(size_t size)
{
    size_t paged = size > MOST_LINEAR ? round_to_pages(size - MOST_LINEAR) : 0;
    paged = paged < size ? paged : size;
    return cost_of(size - paged, paged);
}

// Whether less than `room` is in use. What was received matters only where that much was ever sent.
static bool is_below(const struct runtime_queue *queue, uint64_t room)
{
    return queue->sent < room || queue->sent - queue->received < room;
}

static bool is_below_count(const struct runtime_queue *queue, unsigned count)
{
    return queue->sent_count < count || queue->sent_count - queue->received_count < count;
}

// ---- the queue

static int append_socket_message(struct runtime_socket *to, const char *bytes, size_t size, unsigned cost,
                                 const struct runtime_name *from)
{
    struct runtime_message *message = __heddle_new(sizeof *message + size);
    if (!message)
        return -ENOMEM;
    message->next = NULL;
    message->size = size;
    message->begin = 0;
    message->cost = cost;
    if (from)
        message->from = *from;
    memcpy(message + 1, bytes, size);
    to->queue.last->next = message;
    to->queue.last = message;
    to->queue.sent += cost;
    to->queue.sent_count++;
    __runtime_notice(&to->node, POLL_READ_ALIKE);
    return 0;
}

// The first message was read.
static void remove_first(struct runtime_socket *socket)
{
    struct runtime_queue *queue = &socket->queue;
    struct runtime_message *old = queue->first, *message = old->next;
    struct runtime_socket *sender = socket->peer     ? socket->peer
                                    : socket->target ? socket->target->socket
                                                     : NULL;
    bool is_watched = sender && sender->node.watchers; // otherwise what was sent does not matter here
    bool had_room = is_watched && __runtime_has_room(sender);
    queue->first = message;
    queue->received += message->cost;
    queue->received_count++;
    if (old != &socket->start)
        free(old);
    // TCP tells of room only where there was none.
    if (is_watched && (!had_room || __runtime_is_unix(socket)) && __runtime_has_room(sender))
        __runtime_notice(&sender->node, POLL_WRITE_ALIKE);
}

void __runtime_drop_messages(struct runtime_socket *socket)
{
    struct runtime_message *message = socket->queue.first;
    while (message) {
        struct runtime_message *next = message->next;
        if (message != &socket->start)
            free(message);
        message = next;
    }
}

void __runtime_leave_target(struct runtime_socket *socket)
{
    struct runtime_unix_name *target = socket->target;
    struct runtime_socket *other = target ? target->socket : NULL;
    if (!target)
        return;
    bool is_lost = __runtime_has_message(socket);
    while (__runtime_has_message(socket))
        remove_first(socket);
    if (is_lost && other && other->target && other->target->socket == socket) {
        other->error = ECONNRESET;
        __runtime_notice(&other->node, POLL_ERROR);
    }
    __runtime_drop_unix_name(target);
    socket->target = NULL;
    socket->connection = UNCONNECTED;
}

bool __runtime_has_message(const struct runtime_socket *socket)
{
    return socket->queue.first->next;
}

// Whether poll finds room to send.
bool __runtime_has_room(const struct runtime_socket *socket)
{
    const struct runtime_socket *to = socket->peer     ? socket->peer
                                      : socket->target ? socket->target->socket
                                                       : NULL;
    if (!to || (__runtime_is_datagram(socket) && !__runtime_is_unix(socket)))
        return true;
    if (__runtime_is_datagram(socket) && (!to->target || to->target->socket != socket) &&
        !is_below_count(&to->queue, MOST_DATAGRAMS + 1))
        return false;
    return is_below(&to->queue, (uint64_t)socket->send_room / 4 + 1);
}

// ---- sending

static ssize_t put_pieces(struct runtime_socket *socket, const char *from, size_t count)
{
    struct runtime_socket *to = socket->peer;
    size_t done = 0, most = (size_t)socket->send_room / 2 - 64;
    if (most > MOST_IN_PAGES + MOST_IN_PAGE)
        most = MOST_IN_PAGES + MOST_IN_PAGE;
    while (done < count && is_below(&to->queue, (uint64_t)socket->send_room)) {
        size_t size = count - done < most ? count - done : most;
        int error = append_socket_message(to, from + done, size, cost_of_piece(size), NULL);
        if (error)
            return done ? (ssize_t)done : error;
        done += size;
    }
    return done || !count ? (ssize_t)done : RUNTIME_WAIT;
}

// TCP: what is sent to one that was closed is lost, and makes it answer that it is.
static ssize_t send_to_nobody(struct runtime_socket *socket, size_t count)
{
    if (count)
        __runtime_reset(socket);
    return (ssize_t)count;
}

static ssize_t send_on_stream(struct runtime_socket *socket, const struct runtime_transfer *transfer)
{
    bool is_tcp = !__runtime_is_unix(socket);
    if (transfer->to && !is_tcp)
        return socket->connection == CONNECTED ? -EISCONN : -ENOTSUP;
    if (is_tcp && socket->error)
        return __runtime_take_error(socket);
    if (socket->connection != CONNECTED && socket->connection != DISCONNECTED)
        return is_tcp ? -EPIPE : -ENOTCONN;
    if (socket->shut & SHUT_WRITE)
        return -EPIPE;
    return socket->peer ? put_pieces(socket, transfer->bytes, transfer->count)
                        : send_to_nobody(socket, transfer->count);
}

static ssize_t send_sequenced(struct runtime_socket *socket, const struct runtime_transfer *transfer)
{
    if (socket->connection != CONNECTED)
        return -ENOTCONN;
    if (transfer->count > (size_t)socket->send_room - DATAGRAM_SLACK)
        return -EMSGSIZE;
    if (socket->error)
        return __runtime_take_error(socket);
    if (socket->shut & SHUT_WRITE || !socket->peer)
        return -EPIPE;
    if (!is_below(&socket->peer->queue, (uint64_t)socket->send_room))
        return RUNTIME_WAIT;
    int error = append_socket_message(socket->peer, transfer->bytes, transfer->count,
                                      cost_of_datagram(transfer->count), NULL);
    return error ? error : (ssize_t)transfer->count;
}

// The one who gets the datagram.
static struct runtime_socket *find_receiver(struct runtime_socket *socket,
                                            const struct runtime_given_name *name, int *error)
{
    struct runtime_socket *to = NULL;
    *error = 0;
    if (name)
        to = __runtime_find_named(socket, &socket->name, &name->name, error);
    else if (socket->target)
        to = socket->target->socket;
    else
        *error = -ENOTCONN;
    if (!to && !*error) { // the peer was closed
        __runtime_leave_target(socket);
        *error = -ECONNREFUSED;
    }
    return to;
}

static ssize_t send_unix_datagram(struct runtime_socket *socket, const struct runtime_transfer *transfer)
{
    int error = transfer->to ? __runtime_check_target(socket, transfer->to) : 0;
    if (error)
        return error;
    if (!transfer->to && !socket->target)
        return -ENOTCONN;
    if (transfer->count > (size_t)socket->send_room - DATAGRAM_SLACK)
        return -EMSGSIZE;
    if (socket->error)
        return __runtime_take_error(socket);
    if (socket->shut & SHUT_WRITE)
        return RUNTIME_QUIET_PIPE;
    struct runtime_socket *to = find_receiver(socket, transfer->to, &error);
    if (error)
        return error;
    if (to->type != socket->type)
        return -EPROTOTYPE;
    bool is_peer = to->target && to->target->socket == socket;
    if (to->target && !is_peer)
        return -EPERM;
    if (to->shut & SHUT_READ)
        return RUNTIME_QUIET_PIPE;
    if ((to != socket && !is_peer && !is_below_count(&to->queue, MOST_DATAGRAMS + 1)) ||
        !is_below(&to->queue, (uint64_t)socket->send_room))
        return RUNTIME_WAIT;
    error = append_socket_message(to, transfer->bytes, transfer->count, cost_of_datagram(transfer->count),
                                  &socket->name);
    return error ? error : (ssize_t)transfer->count;
}

// What is sent where nobody is, or where there is no room, is lost; who is connected learns of the first.
static ssize_t send_udp(struct runtime_socket *socket, const struct runtime_transfer *transfer)
{
    int error = transfer->to ? __runtime_check_target(socket, transfer->to) : 0;
    if (error)
        return error;
    if (!transfer->to && socket->connection != CONNECTED)
        return -EDESTADDRREQ;
    const struct runtime_name *name = transfer->to ? &transfer->to->name : &socket->peer_name;
    if (!name->port)
        return -EINVAL;
    if (transfer->count > MOST_OF_UDP)
        return -EMSGSIZE;
    error = __runtime_bind_any(socket, false);
    if (error)
        return error;
    if (socket->error)
        return __runtime_take_error(socket);
    if (socket->shut & SHUT_WRITE)
        return RUNTIME_QUIET_PIPE;
    struct runtime_name from;
    __runtime_own_name(socket, name, &from);
    struct runtime_socket *to = __runtime_find_named(socket, &from, name, &error);
    if (!to && socket->connection == CONNECTED && __runtime_is_same_name(name, &socket->peer_name)) {
        socket->error = ECONNREFUSED;
        __runtime_notice(&socket->node, POLL_ERROR);
    }
    if (to && is_below(&to->queue, (uint64_t)to->receive_room))
        error = append_socket_message(to, transfer->bytes, transfer->count, cost_of_datagram(transfer->count),
                                      &from);
    return to && error ? error : (ssize_t)transfer->count;
}

ssize_t __runtime_send(struct runtime_socket *socket, struct runtime_transfer *transfer)
{
    if (transfer->flags & MESSAGE_OUT_OF_BAND) {
        __heddle_unmodelled_value("MSG_OOB");
        return -ENOTSUP;
    }
    if (socket->type == TYPE_STREAM)
        return send_on_stream(socket, transfer);
    if (socket->type == TYPE_SEQUENCED)
        return send_sequenced(socket, transfer);
    return __runtime_is_unix(socket) ? send_unix_datagram(socket, transfer) : send_udp(socket, transfer);
}

// ---- receiving

// The bytes of the messages that wait, at most `count`.
static size_t take_bytes(struct runtime_socket *socket, char *to, size_t count)
{
    size_t done = 0;
    while (done < count && __runtime_has_message(socket)) {
        struct runtime_message *message = socket->queue.first->next;
        size_t left = message->size - message->begin, some = left < count - done ? left : count - done;
        memcpy(to + done, (const char *)(message + 1) + message->begin, some);
        done += some;
        message->begin += some;
        if (message->begin == message->size)
            remove_first(socket);
    }
    return done;
}

static size_t peek_bytes(const struct runtime_socket *socket, char *to, size_t count)
{
    size_t done = 0;
    for (struct runtime_message *message = socket->queue.first->next; message && done < count;
         message = message->next) {
        size_t left = message->size - message->begin, some = left < count - done ? left : count - done;
        memcpy(to + done, (const char *)(message + 1) + message->begin, some);
        done += some;
    }
    return done;
}

// What a stream without data gives.
static ssize_t find_end(struct runtime_socket *socket)
{
    bool is_tcp = !__runtime_is_unix(socket);
    if (is_tcp && socket->ended)
        return 0;
    if (socket->error)
        return __runtime_take_error(socket);
    if (socket->shut & SHUT_READ)
        return 0;
    return is_tcp && socket->connection == DISCONNECTED ? -ENOTCONN : RUNTIME_WAIT;
}

static ssize_t receive_on_stream(struct runtime_socket *socket, struct runtime_transfer *transfer)
{
    bool is_tcp = !__runtime_is_unix(socket), failed = is_tcp && socket->error;
    if (socket->connection < CONNECTED && !failed && !(is_tcp && socket->shut & SHUT_READ))
        return is_tcp ? -ENOTCONN : -EINVAL;
    if (transfer->count == 0 && __runtime_has_message(socket))
        return 0;
    size_t done = transfer->flags & MESSAGE_PEEK ? peek_bytes(socket, transfer->bytes, transfer->count)
                                                 : take_bytes(socket, transfer->bytes, transfer->count);
    return done ? (ssize_t)done : find_end(socket);
}

static ssize_t receive_message(struct runtime_socket *socket, struct runtime_transfer *transfer)
{
    if (socket->type == TYPE_SEQUENCED && socket->connection < CONNECTED)
        return -ENOTCONN;
    if (socket->error)
        return __runtime_take_error(socket);
    struct runtime_message *message = socket->queue.first->next;
    if (!message && socket->shut & SHUT_READ)
        return transfer->waits || socket->type == TYPE_SEQUENCED ? 0 : -EAGAIN;
    if (!message)
        return RUNTIME_WAIT;
    size_t done = message->size < transfer->count ? message->size : transfer->count;
    memcpy(transfer->bytes, message + 1, done);
    transfer->whole = message->size;
    if (__runtime_is_datagram(socket))
        transfer->from = message->from;
    if (!(transfer->flags & MESSAGE_PEEK))
        remove_first(socket);
    return (ssize_t)done;
}

ssize_t __runtime_receive(struct runtime_socket *socket, struct runtime_transfer *transfer)
{
    __runtime_shows_files();
    if (transfer->flags & MESSAGE_OUT_OF_BAND) {
        __heddle_unmodelled_value("MSG_OOB");
        return -EINVAL;
    }
    transfer->whole = 0;
    transfer->from.length = transfer->from.port = 0;
    return socket->type == TYPE_STREAM ? receive_on_stream(socket, transfer)
                                       : receive_message(socket, transfer);
}
