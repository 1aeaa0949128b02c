// <sys/socket.h>: getsockopt and setsockopt. What changes nothing here is kept, and given back.
#include "runtime/sockets.h"

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

struct linger {
    int on, seconds;
};

enum { LEVEL_SOCKET = 1, LEVEL_IP = 0, LEVEL_TCP = 6, LEVEL_IPV6 = 41 };

enum {
    REUSES = 2,
    TYPE = 3,
    ERROR = 4,
    SEND_ROOM = 7,
    RECEIVE_ROOM = 8,
    LINGER = 13,
    REUSES_PORT = 15,
    RECEIVE_TIME = 20,
    SEND_TIME = 21,
    LISTENS = 30,
    SEND_ROOM_FORCED = 32,
    RECEIVE_ROOM_FORCED = 33,
    PROTOCOL = 38,
    FAMILY = 39,
    RECEIVE_TIME_WIDE = 66,
    SEND_TIME_WIDE = 67,
    ONLY_V6 = 26,
};

// Numbers that have no effect here; `is_flag`: what is not 0 becomes 1.
static const struct {
    int level, option, initial;
    bool is_flag;
} kept[] = {
    {LEVEL_SOCKET, 5, 0, true},   // SO_DONTROUTE
    {LEVEL_SOCKET, 6, 0, true},   // SO_BROADCAST
    {LEVEL_SOCKET, 9, 0, true},   // SO_KEEPALIVE
    {LEVEL_SOCKET, 12, 0, false}, // SO_PRIORITY
    {LEVEL_SOCKET, 46, 0, false}, // SO_BUSY_POLL
    {LEVEL_TCP, 1, 0, true},      // TCP_NODELAY
    {LEVEL_TCP, 3, 0, true},      // TCP_CORK
    {LEVEL_TCP, 4, 7200, false},  // TCP_KEEPIDLE
    {LEVEL_TCP, 5, 75, false},    // TCP_KEEPINTVL
    {LEVEL_TCP, 6, 9, false},     // TCP_KEEPCNT
    {LEVEL_TCP, 12, 1, true},     // TCP_QUICKACK
    {LEVEL_TCP, 18, 0, false},    // TCP_USER_TIMEOUT
    {LEVEL_IP, 1, 0, false},      // IP_TOS
    {LEVEL_IP, 2, 64, false},     // IP_TTL
};
enum { KEPT = sizeof kept / sizeof *kept };

static int index_of(int level, int option)
{
    int i = 0;
    while (i < KEPT && (kept[i].level != level || kept[i].option != option))
        i++;
    return i;
}

static bool applies(const struct runtime_socket *socket, int level)
{
    return level == LEVEL_SOCKET || (level == LEVEL_TCP && socket->protocol == PROTOCOL_TCP) ||
           (level == LEVEL_IP && socket->family == FAMILY_INET) ||
           (level == LEVEL_IPV6 && socket->family == FAMILY_INET6);
}

// ---- setting

static int set_room(int *room, int value, int least)
{
    enum { MOST = 212992 };
    value = value < 0 || value > MOST ? MOST : value;
    *room = 2 * value < least ? least : 2 * value;
    return 0;
}

static int set_number(struct runtime_socket *socket, int level, int option, int value)
{
    enum { LEAST_SEND = 4608, LEAST_RECEIVE = 2304 };
    int i = index_of(level, option);
    if (i < KEPT) {
        // What is kept differs from the initial value, so that new sockets need no values.
        socket->options[i] = (kept[i].is_flag ? value != 0 : value) - kept[i].initial;
        return 0;
    }
    if (level == LEVEL_IPV6 && option == ONLY_V6) {
        if (socket->is_named)
            return -EINVAL;
        socket->only_v6 = value;
        return 0;
    }
    switch (level == LEVEL_SOCKET ? option : -1) {
    case REUSES: socket->reuses = value; return 0;
    case REUSES_PORT: socket->reuses_port = value; return 0;
    case SEND_ROOM:
    case SEND_ROOM_FORCED: return set_room(&socket->send_room, value, LEAST_SEND);
    case RECEIVE_ROOM:
    case RECEIVE_ROOM_FORCED: return set_room(&socket->receive_room, value, LEAST_RECEIVE);
    case TYPE:
    case ERROR:
    case LISTENS:
    case FAMILY:
    case PROTOCOL: return -ENOPROTOOPT;
    }
    __heddle_unmodelled_value("this option of setsockopt");
    return -ENOPROTOOPT;
}

static int set_time(struct runtime_socket *socket, bool sends, const struct timeval *time)
{
    if (time->tv_usec < 0 || time->tv_usec >= 1000000)
        return -EDOM;
    // A time below 0 is over at once: as long as anything can last
    uint64_t seconds = time->tv_sec < 0 ? 0 : (uint64_t)time->tv_sec;
    bool is_over = time->tv_sec < 0;
    socket->node.patience[sends] = is_over ? 1 : seconds * 1000000000 + (uint64_t)time->tv_usec * 1000;
    return 0;
}

static int set_option(struct runtime_socket *socket, int level, int option, const void *value,
                      unsigned length)
{
    if (!applies(socket, level))
        return __runtime_is_unix(socket) ? -ENOTSUP : -ENOPROTOOPT;
    bool is_receive_time = option == RECEIVE_TIME || option == RECEIVE_TIME_WIDE;
    bool is_send_time = option == SEND_TIME || option == SEND_TIME_WIDE;
    if (level == LEVEL_SOCKET && (is_receive_time || is_send_time)) {
        struct timeval time;
        if (length < sizeof time)
            return -EINVAL;
        memcpy(&time, value, sizeof time);
        return set_time(socket, is_send_time, &time);
    }
    if (level == LEVEL_SOCKET && option == LINGER) {
        struct linger linger;
        if (length < sizeof linger)
            return -EINVAL;
        memcpy(&linger, value, sizeof linger);
        socket->resets = linger.on && linger.seconds == 0 && socket->protocol == PROTOCOL_TCP;
        return 0;
    }
    int number;
    if (length < sizeof number)
        return -EINVAL;
    memcpy(&number, value, sizeof number);
    return set_number(socket, level, option, number);
}

enum { MOST_LENGTH = 64 };

int setsockopt(int descriptor, int level, int option, const void *value, unsigned length)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    char copy[MOST_LENGTH];
    if ((int)length < 0)
        return __runtime_fail(EINVAL);
    memcpy(copy, value, length < MOST_LENGTH ? length : MOST_LENGTH);
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error)
        error = set_option(socket, level, option, copy, length);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

// ---- getting

static int get_number(struct runtime_socket *socket, int level, int option, int *value)
{
    int i = index_of(level, option);
    if (i < KEPT) {
        *value = kept[i].initial + socket->options[i];
        return 0;
    }
    if (level == LEVEL_IPV6 && option == ONLY_V6) {
        *value = socket->only_v6;
        return 0;
    }
    switch (level == LEVEL_SOCKET ? option : -1) {
    case REUSES: *value = socket->reuses; return 0;
    case REUSES_PORT: *value = socket->reuses_port; return 0;
    case SEND_ROOM: *value = socket->send_room; return 0;
    case RECEIVE_ROOM: *value = socket->receive_room; return 0;
    case TYPE: *value = socket->type; return 0;
    case ERROR: *value = -__runtime_take_error(socket); return 0;
    case LISTENS: *value = socket->connection == LISTENING; return 0;
    case FAMILY: *value = socket->family; return 0;
    case PROTOCOL: *value = socket->protocol; return 0;
    }
    __heddle_unmodelled_value("this option of getsockopt");
    return -ENOPROTOOPT;
}

// The value, of `*size` bytes.
static int get_option(struct runtime_socket *socket, int level, int option, char *to, unsigned *size)
{
    if (!applies(socket, level))
        return socket->family == FAMILY_INET6 ? -ENOPROTOOPT : -ENOTSUP;
    bool is_receive_time = option == RECEIVE_TIME || option == RECEIVE_TIME_WIDE;
    bool is_send_time = option == SEND_TIME || option == SEND_TIME_WIDE;
    if (level == LEVEL_SOCKET && (is_receive_time || is_send_time)) {
        uint64_t patience = socket->node.patience[is_send_time];
        struct timeval time = {(time_t)(patience / 1000000000), (long)(patience % 1000000000 / 1000)};
        *size = sizeof time;
        memcpy(to, &time, sizeof time);
        return 0;
    }
    if (level == LEVEL_SOCKET && option == LINGER) {
        __heddle_unmodelled_value("SO_LINGER of getsockopt");
        return -ENOPROTOOPT;
    }
    int value, error = get_number(socket, level, option, &value);
    *size = sizeof value;
    memcpy(to, &value, sizeof value);
    return error;
}

int getsockopt(int descriptor, int level, int option, void *value, unsigned *length)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    char copy[MOST_LENGTH];
    unsigned size = 0;
    if ((int)*length < 0)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (!error)
        error = get_option(socket, level, option, copy, &size);
    heddle_atomic_end();
    if (error)
        return (int)__runtime_result(error);
    size = size < *length ? size : *length;
    memcpy(value, copy, size);
    *length = size;
    return 0;
}
