// Names of sockets: addresses as the program gives them, and which socket has which name.
#include "runtime/sockets.h"

// sockaddr_in6, of which sockaddr_in and sockaddr_un have the first field. Numbers in the network's order.
struct inet_address {
    unsigned short family, port;
    unsigned host;
    char zeros[8];
};
struct inet6_address {
    unsigned short family, port;
    unsigned flow;
    char host[RUNTIME_HOST_BYTES];
    unsigned scope;
};
enum { PATH_OFFSET = 2, V4_OFFSET = 12, V6_LEAST = 24, FIRST_FREE_PORT = 32768 };

static const char mapped[V4_OFFSET] = {[10] = (char)0xff, [11] = (char)0xff};

// ---- in the caller's memory

static int read_path(const char *path, unsigned length, struct runtime_name *name)
{
    if (length > RUNTIME_PATH_MOST)
        return -EINVAL;
    name->length = (unsigned short)length;
    memcpy(name->bytes, path, length);
    if (length && path[0])
        name->length = (unsigned short)__runtime_length_within(name->bytes, length);
    return 0;
}

int __runtime_read_name(const void *address, unsigned length, struct runtime_given_name *to)
{
    to->name.length = to->name.port = 0;
    if (length < PATH_OFFSET || length > 128)
        return -EINVAL;
    memcpy(&to->family, address, sizeof to->family);
    to->length = length;
    if (to->family == FAMILY_UNIX)
        return read_path((const char *)address + PATH_OFFSET, length - PATH_OFFSET, &to->name);
    if (to->family == FAMILY_INET) {
        const struct inet_address *from = address;
        if (length < sizeof *from)
            return -EINVAL;
        to->name.port = __builtin_bswap16(from->port);
        memcpy(to->name.bytes, mapped, V4_OFFSET);
        memcpy(to->name.bytes + V4_OFFSET, &from->host, sizeof from->host);
    } else if (to->family == FAMILY_INET6) {
        const struct inet6_address *from = address;
        if (length < V6_LEAST)
            return -EINVAL;
        to->name.port = __builtin_bswap16(from->port);
        memcpy(to->name.bytes, from->host, sizeof from->host);
    }
    return 0;
}

static void copy_name(const void *from, unsigned size, void *address, unsigned *length)
{
    memcpy(address, from, *length < size ? *length : size);
    *length = size;
}

void __runtime_write_name(int family, const struct runtime_name *name, void *address, unsigned *length)
{
    if (!address || !length)
        return;
    if (family == FAMILY_UNIX) {
        struct {
            unsigned short family;
            char path[RUNTIME_PATH_MOST + 1];
        } to = {.family = FAMILY_UNIX};
        memcpy(to.path, name->bytes, name->length);
        bool is_path = name->length && name->bytes[0];
        copy_name(&to, PATH_OFFSET + name->length + is_path, address, length);
    } else if (family == FAMILY_INET) {
        struct inet_address to = {.family = FAMILY_INET, .port = __builtin_bswap16(name->port)};
        memcpy(&to.host, name->bytes + V4_OFFSET, sizeof to.host);
        copy_name(&to, sizeof to, address, length);
    } else {
        struct inet6_address to = {.family = FAMILY_INET6, .port = __builtin_bswap16(name->port)};
        memcpy(to.host, name->bytes, sizeof to.host);
        copy_name(&to, sizeof to, address, length);
    }
}

// ---- hosts

static bool is_v4(const struct runtime_name *name)
{
    return memcmp(name->bytes, mapped, V4_OFFSET) == 0;
}

bool __runtime_is_any_host(const struct runtime_name *name)
{
    static const char zeros[RUNTIME_HOST_BYTES];
    unsigned from = is_v4(name) ? V4_OFFSET : 0;
    return memcmp(name->bytes + from, zeros, RUNTIME_HOST_BYTES - from) == 0;
}

static bool is_loopback(const struct runtime_name *name)
{
    static const char loopback[RUNTIME_HOST_BYTES] = {[15] = 1};
    return is_v4(name) ? name->bytes[V4_OFFSET] == 127
                       : memcmp(name->bytes, loopback, RUNTIME_HOST_BYTES) == 0;
}

void __runtime_come_home(struct runtime_name *name)
{
    if (!__runtime_is_any_host(name))
        return;
    if (is_v4(name))
        name->bytes[V4_OFFSET] = 127;
    name->bytes[RUNTIME_HOST_BYTES - 1] = 1;
}

void __runtime_own_name(const struct runtime_socket *socket, const struct runtime_name *peer,
                        struct runtime_name *own)
{
    struct runtime_name name = socket->name;
    if (__runtime_is_any_host(&name) && is_v4(peer)) // also of AF_INET6
        memcpy(name.bytes, mapped, V4_OFFSET);
    __runtime_come_home(&name);
    *own = name;
}

static bool is_same_host(const struct runtime_name *left, const struct runtime_name *right)
{
    return memcmp(left->bytes, right->bytes, RUNTIME_HOST_BYTES) == 0;
}

bool __runtime_is_same_name(const struct runtime_name *left, const struct runtime_name *right)
{
    return left->port == right->port && is_same_host(left, right);
}

// Whether a socket that has the first name is reached by the other.
static bool covers(const struct runtime_socket *socket, const struct runtime_name *name)
{
    if (socket->name.port != name->port)
        return false;
    if (!__runtime_is_any_host(&socket->name))
        return is_same_host(&socket->name, name);
    return is_v4(&socket->name) == is_v4(name) || (!is_v4(&socket->name) && !socket->only_v6);
}

// ---- which socket has which name

// All but those that have a path.
static struct runtime_socket *named;

static void enter_socket_name(struct runtime_socket *socket)
{
    socket->next_named = named;
    named = socket;
    socket->is_named = true;
}

static struct runtime_unix_name *new_unix_name(struct runtime_socket *socket)
{
    struct runtime_unix_name *name = __heddle_new(sizeof *name);
    if (!name)
        return NULL;
    name->node.mode = MODE_SOCKET | (0777 & ~__runtime_mask());
    name->node.allocated = true;
    name->node.users = 1; // the socket
    name->socket = socket;
    socket->unix_name = name;
    return name;
}

struct runtime_unix_name *__runtime_name_of(struct runtime_socket *socket)
{
    return socket->unix_name ? socket->unix_name : new_unix_name(socket);
}

void __runtime_drop_unix_name(struct runtime_unix_name *name)
{
    name->node.users--;
    __runtime_release_node(&name->node);
}

void __runtime_leave_name(struct runtime_socket *socket)
{
    if (socket->is_named) {
        struct runtime_socket **link = &named;
        while (*link != socket)
            link = &(*link)->next_named;
        *link = socket->next_named;
        socket->is_named = false;
    }
    if (socket->unix_name) {
        socket->unix_name->socket = NULL;
        __runtime_drop_unix_name(socket->unix_name);
        socket->unix_name = NULL;
    }
}

static struct runtime_socket *find_abstract(const struct runtime_name *name)
{
    struct runtime_socket *socket = named;
    while (socket && !(__runtime_is_unix(socket) && socket->name.length == name->length &&
                       memcmp(socket->name.bytes, name->bytes, name->length) == 0))
        socket = socket->next_named;
    return socket;
}

static void path_of(const struct runtime_name *name, char *path)
{
    memcpy(path, name->bytes, name->length);
    path[name->length] = 0;
}

static struct runtime_socket *find_unix(const struct runtime_name *name, int *error)
{
    struct runtime_socket *socket = NULL;
    *error = 0;
    if (name->length && name->bytes[0]) {
        char path[RUNTIME_PATH_MOST + 1];
        struct runtime_node *node;
        path_of(name, path);
        *error = __runtime_find(RUNTIME_AT_FOLDER, path, &node);
        if (!*error && !__runtime_may(node, 2))
            *error = -EACCES;
        if (!*error && __runtime_is_kind(node, MODE_SOCKET))
            socket = ((struct runtime_unix_name *)node)->socket;
    } else {
        socket = find_abstract(name);
    }
    if (!*error && !socket)
        *error = -ECONNREFUSED;
    return socket;
}

// One that is connected takes datagrams of its peer only, and goes before one that is not; one that has the
// very address goes before one that has any.
static struct runtime_socket *find_inet(int type, const struct runtime_name *from,
                                        const struct runtime_name *name)
{
    struct runtime_socket *best = NULL;
    unsigned best_score = 0;
    for (struct runtime_socket *socket = named; socket; socket = socket->next_named) {
        bool connected = socket->connection == CONNECTED;
        if (__runtime_is_unix(socket) || socket->type != type || !covers(socket, name))
            continue;
        if (__runtime_is_datagram(socket) ? connected && !__runtime_is_same_name(&socket->peer_name, from)
                                          : socket->connection != LISTENING)
            continue;
        unsigned score = 1 + 2 * !__runtime_is_any_host(&socket->name) + 4 * connected;
        if (score > best_score) {
            best = socket;
            best_score = score;
        }
    }
    return best;
}

struct runtime_socket *__runtime_find_named(const struct runtime_socket *asking,
                                            const struct runtime_name *from, const struct runtime_name *name,
                                            int *error)
{
    if (__runtime_is_unix(asking))
        return find_unix(name, error);
    struct runtime_name here = *name;
    __runtime_come_home(&here);
    struct runtime_socket *socket = find_inet(asking->type, from, &here);
    *error = socket ? 0 : -ECONNREFUSED;
    if (!is_loopback(&here))
        __heddle_unmodelled_value("an address outside of the program");
    return socket;
}

int __runtime_check_name(const struct runtime_socket *socket, const struct runtime_given_name *name)
{
    unsigned least = socket->family == FAMILY_INET    ? sizeof(struct inet_address)
                     : socket->family == FAMILY_INET6 ? V6_LEAST
                                                      : PATH_OFFSET;
    if (name->length < least)
        return -EINVAL;
    if (name->family != socket->family)
        return __runtime_is_unix(socket) ? -EINVAL : -EAFNOSUPPORT;
    return 0;
}

int __runtime_check_target(const struct runtime_socket *socket, const struct runtime_given_name *name)
{
    if (__runtime_is_unix(socket) && name->family == FAMILY_UNIX && !name->name.length)
        return -EINVAL;
    bool is_mapped = socket->family == FAMILY_INET6 && name->family == FAMILY_INET && !socket->only_v6;
    if (is_mapped && __runtime_is_datagram(socket))
        return 0;
    int error = __runtime_check_name(socket, name);
    bool is_datagram_v6 = socket->family == FAMILY_INET6 && __runtime_is_datagram(socket);
    return is_datagram_v6 && error == -EAFNOSUPPORT ? -EINVAL : error;
}

// ---- giving names

static int bind_path(struct runtime_socket *socket, const struct runtime_name *name)
{
    char path[RUNTIME_PATH_MOST + 1];
    struct runtime_place place;
    path_of(name, path);
    int error = __runtime_find_place(RUNTIME_AT_FOLDER, path, LINK_KEPT, &place);
    if (error)
        return error;
    if (place.node)
        return -EADDRINUSE;
    if (!__runtime_may(place.directory, 2))
        return -EACCES;
    struct runtime_unix_name *made = new_unix_name(socket);
    if (!made)
        return -ENOMEM;
    error = __runtime_enter(&place, &made->node);
    if (error)
        __runtime_leave_name(socket);
    return error;
}

// "" becomes a name of five digits, as Linux has it.
static int bind_abstract(struct runtime_socket *socket, struct runtime_name *name)
{
    static unsigned used;
    if (!name->length) {
        name->length = 6;
        for (unsigned digit = 5, number = used++; digit; digit--, number /= 16)
            name->bytes[digit] = "0123456789abcdef"[number % 16];
        name->bytes[0] = 0;
    }
    if (find_abstract(name))
        return -EADDRINUSE;
    enter_socket_name(socket);
    return 0;
}

static bool clash(const struct runtime_socket *old, const struct runtime_socket *new,
                  const struct runtime_name *name)
{
    if (__runtime_is_unix(old) || old->type != new->type || old->name.port != name->port)
        return false;
    bool same = is_same_host(&old->name, name);
    if (!same && is_v4(&old->name) != is_v4(name)) {
        const struct runtime_socket *v6 = is_v4(name) ? old : new;
        if (v6->only_v6 || !__runtime_is_any_host(is_v4(name) ? &old->name : name))
            return false;
        same = true;
    }
    if (!same && !__runtime_is_any_host(&old->name) && !__runtime_is_any_host(name))
        return false;
    return !(old->reuses && new->reuses && old->connection != LISTENING) &&
           !(old->reuses_port && new->reuses_port);
}

static bool is_taken(const struct runtime_socket *socket, const struct runtime_name *name)
{
    const struct runtime_socket *other = named;
    while (other && !clash(other, socket, name))
        other = other->next_named;
    return other;
}

static bool find_port(const struct runtime_socket *socket, struct runtime_name *name)
{
    static unsigned short next = FIRST_FREE_PORT;
    for (unsigned tried = 0; tried < 60999 - FIRST_FREE_PORT; tried++) {
        name->port = next;
        next = next == 60999 ? FIRST_FREE_PORT : (unsigned short)(next + 1);
        if (!is_taken(socket, name))
            return true;
    }
    return false;
}

static int bind_inet(struct runtime_socket *socket, struct runtime_name *name)
{
    enum { FIRST_UNPRIVILEGED = 1024 };
    if (!is_loopback(name) && !__runtime_is_any_host(name))
        return -EADDRNOTAVAIL;
    if (name->port && name->port < FIRST_UNPRIVILEGED)
        return -EACCES;
    if (name->port ? is_taken(socket, name) : !find_port(socket, name))
        return -EADDRINUSE;
    enter_socket_name(socket);
    return 0;
}

int __runtime_bind_name(struct runtime_socket *socket, const struct runtime_given_name *given)
{
    struct runtime_name name = given->name;
    int error = __runtime_check_name(socket, given);
    if (error)
        return error;
    if (socket->is_named || socket->unix_name)
        return -EINVAL;
    bool is_path = __runtime_is_unix(socket) && name.length && name.bytes[0];
    error = is_path                     ? bind_path(socket, &name)
            : __runtime_is_unix(socket) ? bind_abstract(socket, &name)
                                        : bind_inet(socket, &name);
    if (!error)
        socket->name = name;
    return error;
}

int __runtime_bind_any(struct runtime_socket *socket, bool connects)
{
    if (__runtime_is_unix(socket))
        return 0;
    int error = 0;
    if (!socket->is_named) {
        struct runtime_given_name given = {(unsigned short)socket->family, sizeof(struct inet6_address), {0}};
        if (socket->family == FAMILY_INET)
            memcpy(given.name.bytes, mapped, V4_OFFSET);
        error = __runtime_bind_name(socket, &given);
    }
    if (!error && connects && __runtime_is_any_host(&socket->name))
        __runtime_own_name(socket, &socket->peer_name, &socket->name);
    return error;
}
