// <sys/socket.h>: making, connecting, accepting and shutting down sockets.
#include "runtime/sockets.h"

static const unsigned ends_of_peer = POLL_READ_ALIKE | POLL_WRITE_ALIKE | POLL_PEER_ENDS;

enum { DEFAULT_ROOM = 212992, MOST_WAITING = 4096 };

// ---- nodes

static ssize_t read_socket(struct runtime_node *node, char *to, size_t count, bool waits)
{
    struct runtime_transfer transfer = {.bytes = to, .count = count, .waits = waits};
    if (count == 0)
        return 0;
    return __runtime_receive((struct runtime_socket *)node, &transfer);
}

static ssize_t write_socket(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    struct runtime_transfer transfer = {.bytes = (char *)from, .count = count, .waits = waits};
    return __runtime_send((struct runtime_socket *)node, &transfer);
}

static unsigned state_of_socket(struct runtime_node *node)
{
    const struct runtime_socket *socket = (const struct runtime_socket *)node;
    bool connects = !__runtime_is_datagram(socket);
    unsigned state = socket->error ? POLL_ERROR : 0;
    if (socket->shut == SHUT_BOTH ||
        (connects && (socket->connection == UNCONNECTED || socket->connection == DISCONNECTED)))
        state |= POLL_HANGS_UP;
    if (socket->shut & SHUT_READ)
        state |= POLL_READ_ALIKE | POLL_PEER_ENDS;
    if (connects && socket->connection == LISTENING)
        return state | (socket->first_waiting ? POLL_READ_ALIKE : 0);
    if (__runtime_has_message(socket))
        state |= POLL_READ_ALIKE;
    return state | (__runtime_has_room(socket) ? POLL_WRITE_ALIKE : 0);
}

static void change_shut(struct runtime_socket *socket, unsigned shut)
{
    socket->shut |= shut;
    __runtime_notice(&socket->node, ends_of_peer | POLL_HANGS_UP);
}

static void end_stream(struct runtime_socket *socket)
{
    socket->ended = true;
    change_shut(socket, SHUT_READ);
}

void __runtime_reset(struct runtime_socket *socket)
{
    bool is_tcp = !__runtime_is_unix(socket);
    socket->error = is_tcp && socket->ended ? EPIPE : ECONNRESET;
    socket->peer = NULL;
    if (is_tcp)
        socket->connection = DISCONNECTED;
    change_shut(socket, SHUT_BOTH);
    __runtime_notice(&socket->node, POLL_ERROR);
}

static void leave_peer(struct runtime_socket *socket, bool refuses)
{
    struct runtime_socket *peer = socket->peer;
    if (!peer)
        return;
    socket->peer = NULL;
    peer->peer = NULL;
    if (refuses || socket->resets || __runtime_has_message(socket))
        __runtime_reset(peer);
    else if (__runtime_is_unix(socket))
        change_shut(peer, SHUT_BOTH);
    else
        end_stream(peer);
}

// Those that nobody has accepted.
static void refuse_waiting(struct runtime_socket *listener)
{
    for (struct runtime_socket *socket = listener->first_waiting, *next; socket; socket = next) {
        next = socket->next_waiting;
        leave_peer(socket, true);
        __runtime_release_node(&socket->node);
    }
    listener->first_waiting = listener->last_waiting = NULL;
    listener->waiting = 0;
}

static void release_socket(struct runtime_node *node)
{
    struct runtime_socket *socket = (struct runtime_socket *)node;
    refuse_waiting(socket);
    leave_peer(socket, false);
    __runtime_leave_name(socket);
    if (socket->target)
        __runtime_drop_unix_name(socket->target);
    __runtime_drop_messages(socket);
}

const struct runtime_operations __runtime_socket_operations = {
    .read = read_socket, .write = write_socket, .state = state_of_socket, .release = release_socket};

struct runtime_socket *__runtime_new_socket(int family, int type, int protocol)
{
    struct runtime_socket *socket = __heddle_new(sizeof *socket);
    if (!socket)
        return NULL;
    socket->node.mode = MODE_SOCKET | 0777;
    socket->node.allocated = true;
    socket->node.operations = &__runtime_socket_operations;
    socket->family = family;
    socket->type = type;
    socket->protocol = protocol;
    socket->queue.first = socket->queue.last = &socket->start;
    socket->send_room = socket->receive_room = DEFAULT_ROOM;
    return socket;
}

int __runtime_find_socket(int descriptor, struct runtime_description **description,
                          struct runtime_socket **socket)
{
    __runtime_check_children();
    *description = __runtime_awaited(descriptor);
    if (!*description)
        return -EBADF;
    struct runtime_node *node = (*description)->node;
    if (node->operations != &__runtime_socket_operations)
        return -ENOTSOCK;
    *socket = (struct runtime_socket *)node;
    return 0;
}

// ---- making them

enum { TYPE_MASK = 0xf };

static int check_kind(int family, int *type, int *protocol, int *flags)
{
    *flags = *type & ~TYPE_MASK;
    *type &= TYPE_MASK;
    if (*flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return -EINVAL;
    bool is_inet = family == FAMILY_INET || family == FAMILY_INET6;
    if (!is_inet && family != FAMILY_UNIX) {
        enum { FAMILIES = 64 }; // no version of Linux has more
        if (family >= 0 && family < FAMILIES)
            __heddle_unmodelled_value("sockets but of AF_UNIX, AF_INET and AF_INET6");
        return -EAFNOSUPPORT;
    }
    bool is_known = *type == TYPE_STREAM || *type == TYPE_DATAGRAM || (*type == TYPE_SEQUENCED && !is_inet);
    if (!is_known) {
        if (*type == 0)
            return -EINVAL;
        __heddle_unmodelled_value("this type of socket");
        return -ESOCKTNOSUPPORT;
    }
    int usual = !is_inet ? 0 : *type == TYPE_STREAM ? PROTOCOL_TCP : PROTOCOL_UDP;
    if (*protocol && *protocol != usual && !(!is_inet && *protocol == FAMILY_UNIX))
        return -EPROTONOSUPPORT;
    *protocol = usual;
    return 0;
}

static int make_socket(int family, int type, int protocol, int flags)
{
    struct runtime_socket *made = __runtime_new_socket(family, type, protocol);
    if (!made)
        return -ENOMEM;
    int descriptor = __runtime_open_node(&made->node, OPEN_BOTH | flags, 0);
    if (descriptor < 0)
        __runtime_release_node(&made->node);
    return descriptor;
}

int socket(int family, int type, int protocol)
{
    int flags, error = check_kind(family, &type, &protocol, &flags);
    if (error)
        return __runtime_fail(-error);
    heddle_atomic_begin();
    int result = make_socket(family, type, protocol, flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static void pair_up(struct runtime_socket *left, struct runtime_socket *right)
{
    left->connection = CONNECTED;
    left->peer = right;
}

// Where datagrams of one go to the other.
static int aim_at(struct runtime_socket *socket, struct runtime_socket *to)
{
    struct runtime_unix_name *name = __runtime_name_of(to);
    if (!name)
        return -ENOMEM;
    if (socket->target == name)
        return 0;
    name->node.users++;
    __runtime_leave_target(socket);
    socket->target = name;
    socket->connection = CONNECTED;
    return 0;
}

static int make_pair(int type, int flags, int *ends)
{
    struct runtime_socket *sockets[2];
    for (int i = 0; i < 2; i++) {
        ends[i] = make_socket(FAMILY_UNIX, type, 0, flags);
        if (ends[i] < 0) {
            if (i)
                __runtime_close_slot(ends[0]);
            return ends[i];
        }
        sockets[i] = (struct runtime_socket *)__runtime_description(ends[i])->node;
    }
    if (type == TYPE_DATAGRAM)
        return aim_at(sockets[0], sockets[1]) || aim_at(sockets[1], sockets[0]) ? -ENOMEM : 0;
    pair_up(sockets[0], sockets[1]);
    pair_up(sockets[1], sockets[0]);
    return 0;
}

int socketpair(int family, int type, int protocol, int *descriptors)
{
    int ends[2], flags, error = check_kind(family, &type, &protocol, &flags);
    if (!error && family != FAMILY_UNIX)
        error = -ENOTSUP;
    if (error)
        return __runtime_fail(-error);
    heddle_atomic_begin();
    error = make_pair(type, flags, ends);
    heddle_atomic_end();
    if (error)
        return __runtime_fail(-error);
    descriptors[0] = ends[0];
    descriptors[1] = ends[1];
    return 0;
}

// ---- names

int bind(int descriptor, const void *address, unsigned length)
{
    struct runtime_given_name name;
    struct runtime_description *description;
    struct runtime_socket *socket;
    int wrong = __runtime_read_name(address, length, &name);
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error)
        error = wrong ? wrong : __runtime_bind_name(socket, &name);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int getsockname(int descriptor, void *address, unsigned *length)
{
    struct runtime_name name;
    struct runtime_description *description;
    struct runtime_socket *socket;
    int family = 0;
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error) {
        name = socket->name;
        family = socket->family;
    }
    heddle_atomic_end();
    if (!error)
        __runtime_write_name(family, &name, address, length);
    return (int)__runtime_result(error);
}

int getpeername(int descriptor, void *address, unsigned *length)
{
    struct runtime_name name;
    struct runtime_description *description;
    struct runtime_socket *socket;
    int family = 0;
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error && socket->connection != CONNECTED)
        error = -ENOTCONN;
    if (!error) {
        name = socket->peer_name;
        family = socket->family;
    }
    heddle_atomic_end();
    if (!error)
        __runtime_write_name(family, &name, address, length);
    return (int)__runtime_result(error);
}

// ---- connecting

static int begin_to_listen(struct runtime_socket *socket, int most)
{
    if (__runtime_is_datagram(socket))
        return -ENOTSUP;
    if (socket->connection != UNCONNECTED && socket->connection != LISTENING)
        return -EINVAL;
    if (__runtime_is_unix(socket) && !socket->is_named && !socket->unix_name)
        return -EINVAL;
    int error = __runtime_bind_any(socket, false);
    if (error)
        return error;
    socket->connection = LISTENING;
    socket->most_waiting = most < 0 || most > MOST_WAITING ? MOST_WAITING : (unsigned)most;
    return 0;
}

int listen(int descriptor, int most)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error)
        error = begin_to_listen(socket, most);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

static int connect_datagram(struct runtime_socket *socket, const struct runtime_given_name *name)
{
    if (name->family == FAMILY_NONE) {
        socket->connection = UNCONNECTED;
        __runtime_leave_target(socket);
        return 0;
    }
    int error = __runtime_check_target(socket, name);
    if (error)
        return error;
    if (__runtime_is_unix(socket)) {
        struct runtime_socket *to = __runtime_find_named(socket, &socket->name, &name->name, &error);
        if (error)
            return error;
        if (to->type != socket->type)
            return -EPROTOTYPE;
        if (to->target && to->target->socket != socket)
            return -EPERM;
        socket->peer_name = name->name;
        return aim_at(socket, to);
    }
    socket->peer_name = name->name;
    __runtime_come_home(&socket->peer_name);
    socket->connection = CONNECTED;
    return __runtime_bind_any(socket, true);
}

// The other end of the connection waits to be accepted.
static int add_waiting(struct runtime_socket *socket, struct runtime_socket *listener)
{
    struct runtime_socket *other = __runtime_new_socket(listener->family, socket->type, listener->protocol);
    if (!other)
        return -ENOMEM;
    other->name = __runtime_is_unix(socket) ? listener->name : socket->peer_name;
    other->peer_name = socket->name;
    other->send_room = listener->send_room;
    other->receive_room = listener->receive_room;
    memcpy(other->options, listener->options, sizeof other->options);
    pair_up(socket, other);
    pair_up(other, socket);
    if (listener->last_waiting)
        listener->last_waiting->next_waiting = other;
    else
        listener->first_waiting = other;
    listener->last_waiting = other;
    listener->waiting++;
    __runtime_notice(&listener->node, POLL_READ_ALIKE);
    __runtime_notice(&socket->node, POLL_WRITE_ALIKE);
    return 0;
}

// TCP tells one that does not wait later.
static int refuse_connection(struct runtime_socket *socket, bool waits, int error)
{
    if (__runtime_is_unix(socket) || waits || error != -ECONNREFUSED)
        return error;
    socket->error = ECONNREFUSED;
    socket->connection = DISCONNECTED;
    socket->tells = true;
    change_shut(socket, SHUT_BOTH);
    __runtime_notice(&socket->node, POLL_ERROR);
    return -EINPROGRESS;
}

static int tell_connection(struct runtime_socket *socket)
{
    socket->tells = false;
    if (socket->connection == CONNECTED)
        return 0;
    int error = __runtime_take_error(socket);
    socket->connection = UNCONNECTED;
    socket->shut = 0;
    socket->ended = false;
    return error ? error : -ECONNABORTED;
}

static int check_connection(const struct runtime_socket *socket)
{
    bool is_tcp = !__runtime_is_unix(socket);
    if (socket->connection == CONNECTED || (is_tcp && socket->connection != UNCONNECTED))
        return -EISCONN;
    return socket->connection == LISTENING ? -EINVAL : 0;
}

// One attempt.
static int connect_stream(struct runtime_socket *socket, const struct runtime_given_name *name, bool waits)
{
    bool is_tcp = !__runtime_is_unix(socket);
    if (socket->tells)
        return tell_connection(socket);
    int error = is_tcp ? check_connection(socket) : 0;
    if (!error)
        error = __runtime_check_target(socket, name);
    if (error)
        return error;
    if (is_tcp && (!socket->is_named || __runtime_is_any_host(&socket->name))) {
        socket->peer_name = name->name;
        error = __runtime_bind_any(socket, true);
        return error ? error : RUNTIME_AGAIN;
    }
    struct runtime_socket *listener = __runtime_find_named(socket, &socket->name, &name->name, &error);
    if (!listener)
        return refuse_connection(socket, waits, error);
    if (listener->type != socket->type)
        return -EPROTOTYPE;
    if (listener->connection != LISTENING || listener->shut & SHUT_READ)
        return refuse_connection(socket, waits, -ECONNREFUSED);
    if (listener->waiting > listener->most_waiting)
        return RUNTIME_WAIT;
    error = check_connection(socket);
    if (error)
        return error;
    socket->peer_name = name->name;
    if (is_tcp && __runtime_is_any_host(&name->name))
        memcpy(socket->peer_name.bytes, socket->name.bytes, RUNTIME_HOST_BYTES);
    error = add_waiting(socket, listener);
    socket->tells = !error && is_tcp && !waits;
    return error ? error : socket->tells ? -EINPROGRESS : 0;
}

static int try_connect(int descriptor, const struct runtime_given_name *name, int wrong, uint64_t *patience)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (error || wrong)
        return error ? error : wrong;
    if (__runtime_is_datagram(socket))
        return connect_datagram(socket, name);
    if (name->family == FAMILY_NONE) {
        __heddle_unmodelled_value("connect to AF_UNSPEC");
        return -EINVAL;
    }
    *patience = socket->node.patience[1];
    bool waits = !(description->flags & OPEN_NONBLOCK);
    return (int)__runtime_unless_waiting(connect_stream(socket, name, waits), description);
}

int connect(int descriptor, const void *address, unsigned length)
{
    struct runtime_given_name name;
    int wrong = __runtime_read_name(address, length, &name), result;
    bool slept = false;
    uint64_t patience = 0;
    do {
        WAITING_POINT;
        heddle_atomic_begin();
        result = try_connect(descriptor, &name, wrong, &patience);
        heddle_atomic_end();
    } while (result == RUNTIME_AGAIN || (result == RUNTIME_WAIT && __runtime_wait_again(patience, &slept)));
    return (int)__runtime_result(result);
}

// ---- accepting

struct accepted {
    struct runtime_name name;
    int family;
    uint64_t patience;
};

static int accept_first(struct runtime_socket *listener, int flags)
{
    struct runtime_socket *socket = listener->first_waiting;
    int descriptor = __runtime_open_node(&socket->node, OPEN_BOTH | flags, 0);
    if (descriptor < 0)
        return descriptor;
    listener->first_waiting = socket->next_waiting;
    if (!listener->first_waiting)
        listener->last_waiting = NULL;
    listener->waiting--;
    return descriptor;
}

static int try_accept(int descriptor, int flags, struct accepted *accepted)
{
    struct runtime_description *description;
    struct runtime_socket *listener;
    int error = __runtime_find_socket(descriptor, &description, &listener);
    if (error)
        return error;
    if (__runtime_is_datagram(listener))
        return -ENOTSUP;
    if (listener->connection != LISTENING)
        return -EINVAL;
    if (!listener->first_waiting && listener->shut & SHUT_READ)
        return -EINVAL;
    accepted->patience = listener->node.patience[0];
    if (!listener->first_waiting)
        return (int)__runtime_unless_waiting(RUNTIME_WAIT, description);
    accepted->name = listener->first_waiting->peer_name;
    accepted->family = listener->family;
    return accept_first(listener, flags);
}

int accept4(int descriptor, void *address, unsigned *length, int flags)
{
    struct accepted accepted = {.patience = 0};
    bool slept = false;
    int result;
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return __runtime_fail(EINVAL);
    do {
        WAITING_POINT;
        heddle_atomic_begin();
        result = try_accept(descriptor, flags, &accepted);
        heddle_atomic_end();
    } while (result == RUNTIME_WAIT && __runtime_wait_again(accepted.patience, &slept));
    if (result >= 0)
        __runtime_write_name(accepted.family, &accepted.name, address, length);
    return (int)__runtime_result(result);
}

int accept(int descriptor, void *address, unsigned *length)
{
    return accept4(descriptor, address, length, 0);
}

// ---- shutting down

static int shut_unix(struct runtime_socket *socket, unsigned shut)
{
    change_shut(socket, shut);
    unsigned others = (shut & SHUT_READ ? SHUT_WRITE : 0) | (shut & SHUT_WRITE ? SHUT_READ : 0);
    if (socket->peer)
        change_shut(socket->peer, others);
    return 0;
}

static int shut_tcp(struct runtime_socket *socket, unsigned shut)
{
    if (socket->connection == LISTENING) {
        if (shut & SHUT_READ) {
            refuse_waiting(socket);
            socket->connection = UNCONNECTED;
            __runtime_notice(&socket->node, POLL_HANGS_UP | POLL_WRITE_ALIKE);
        }
        return 0;
    }
    if (socket->connection != CONNECTED) {
        change_shut(socket, shut); // all the same
        return -ENOTCONN;
    }
    bool ends = shut & SHUT_WRITE && !(socket->shut & SHUT_WRITE);
    change_shut(socket, shut);
    if (ends && socket->peer)
        end_stream(socket->peer);
    return 0;
}

static int shut_udp(struct runtime_socket *socket, unsigned shut)
{
    change_shut(socket, shut); // also where that is an error
    return socket->connection == CONNECTED ? 0 : -ENOTCONN;
}

int shutdown(int descriptor, int how)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    unsigned shut = (unsigned)how + 1;
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error && (how < 0 || how > 2))
        error = -EINVAL;
    if (!error)
        error = __runtime_is_unix(socket)       ? shut_unix(socket, shut)
                : __runtime_is_datagram(socket) ? shut_udp(socket, shut)
                                                : shut_tcp(socket, shut);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}
