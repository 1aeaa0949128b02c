// Sockets between threads of the program, as Linux has them: AF_UNIX, and TCP and UDP over the loopback
// interface. What was sent is there at once. Nothing in here is shared by two connections but the names of
// sockets, so threads that use sockets of their own touch nothing in common. All functions are called within
// an atomic section; those that return a negative number return an error number, negated.
#ifndef HEDDLE_RUNTIME_SOCKETS_H
#define HEDDLE_RUNTIME_SOCKETS_H

#include "runtime/files.h"

enum { FAMILY_NONE = 0, FAMILY_UNIX = 1, FAMILY_INET = 2, FAMILY_INET6 = 10 };
enum { TYPE_STREAM = 1, TYPE_DATAGRAM = 2, TYPE_SEQUENCED = 5 };
enum { PROTOCOL_TCP = 6, PROTOCOL_UDP = 17 };

// Flags of send and recv.
enum {
    MESSAGE_OUT_OF_BAND = 1,
    MESSAGE_PEEK = 2,
    MESSAGE_TRUNCATED = 0x20,
    MESSAGE_NO_WAIT = 0x40,
    MESSAGE_WAIT_FOR_ALL = 0x100,
    MESSAGE_NO_SIGNAL = 0x4000,
};

enum { SHUT_READ = 1, SHUT_WRITE = 2, SHUT_BOTH = 3 };

// What a socket is called. AF_UNIX: a path, or an abstract name, which begins with a zero byte; without a
// name the length is 0. Else 16 bytes of an address of IPv6, one of IPv4 as it is mapped there, and a port;
// without a name the port is 0.
enum { RUNTIME_PATH_MOST = 108, RUNTIME_HOST_BYTES = 16 };
struct runtime_name {
    unsigned short length, port;
    char bytes[RUNTIME_PATH_MOST];
};

// A name of AF_UNIX: in the file system, or only what datagrams are sent to. Users are those.
struct runtime_unix_name {
    struct runtime_node node;
    struct runtime_socket *socket; // NULL: it was closed
};

// What was sent and not received. The one who sends writes the last message's link, `last`, `sent` and
// `sent_count`, and the one who receives the others: where there is room, and enough to be read, the two
// touch nothing in common. `first` was received already; those behind it wait.
struct runtime_message {
    struct runtime_message *next;
    size_t size, begin;
    unsigned cost; // of memory, as Linux counts it
    struct runtime_name from;
};
struct runtime_queue {
    struct runtime_message *first, *last;
    uint64_t sent, received; // their costs
    unsigned sent_count, received_count;
};

enum runtime_connection { UNCONNECTED, LISTENING, CONNECTED, DISCONNECTED };

struct runtime_socket {
    struct runtime_node node;
    int family, type, protocol;
    enum runtime_connection connection;
    unsigned shut; // directions
    bool ended;    // TCP: the peer will send no more
    bool tells;    // the next connect tells what became of one that did not wait
    int error;     // of SO_ERROR
    struct runtime_socket *peer;
    struct runtime_name name, peer_name;
    struct runtime_unix_name *unix_name, *target; // its own; where datagrams go
    struct runtime_socket *next_named;            // of all that have a name, but for paths
    bool is_named;
    struct runtime_queue queue;
    struct runtime_message start; // of the queue
    // One that listens: who waits to be accepted.
    unsigned most_waiting, waiting;
    struct runtime_socket *first_waiting, *last_waiting, *next_waiting;
    int send_room, receive_room; // SO_SNDBUF, SO_RCVBUF
    bool reuses, reuses_port, only_v6, resets;
    int options[16]; // that change nothing (socket_options.c)
};

extern const struct runtime_operations __runtime_socket_operations;

INLINE bool __runtime_is_unix(const struct runtime_socket *socket)
{
    return socket->family == FAMILY_UNIX;
}

INLINE bool __runtime_is_datagram(const struct runtime_socket *socket)
{
    return socket->type == TYPE_DATAGRAM;
}

// The pending error, which is taken.
INLINE int __runtime_take_error(struct runtime_socket *socket)
{
    int error = socket->error;
    if (error)
        socket->error = 0;
    return -error;
}

// The socket behind a descriptor.
int __runtime_find_socket(int descriptor, struct runtime_description **description,
                          struct runtime_socket **socket);
struct runtime_socket *__runtime_new_socket(int family, int type, int protocol);
// The peer is gone without having read or sent all.
void __runtime_reset(struct runtime_socket *socket);

// ---- names (socket_names.c)

// From and to the caller's memory: outside of sections. The bytes of a name are kept within the room that
// there is, and `*length` is what it takes.
struct runtime_given_name {
    unsigned short family;
    unsigned length; // of the whole address
    struct runtime_name name;
};
int __runtime_read_name(const void *address, unsigned length, struct runtime_given_name *name);
void __runtime_write_name(int family, const struct runtime_name *name, void *address, unsigned *length);

// Whether the socket can have the name, or go to it.
int __runtime_check_name(const struct runtime_socket *socket, const struct runtime_given_name *name);
int __runtime_check_target(const struct runtime_socket *socket, const struct runtime_given_name *name);
int __runtime_bind_name(struct runtime_socket *socket, const struct runtime_given_name *name);
// Gives a name to a socket without one that needs one.
int __runtime_bind_any(struct runtime_socket *socket, bool connects);
void __runtime_leave_name(struct runtime_socket *socket);
// The socket of the same kind that has the name; NULL, with *error: none. Of UDP: that takes datagrams of
// the one that is called `from`.
struct runtime_socket *__runtime_find_named(const struct runtime_socket *asking,
                                            const struct runtime_name *from, const struct runtime_name *name,
                                            int *error);
// Makes the loopback address of the one that means any.
void __runtime_come_home(struct runtime_name *name);
// The name by which the peer knows the socket.
void __runtime_own_name(const struct runtime_socket *socket, const struct runtime_name *peer,
                        struct runtime_name *own);
// A name of AF_UNIX without a path, for those who send to the socket.
struct runtime_unix_name *__runtime_name_of(struct runtime_socket *socket);
void __runtime_drop_unix_name(struct runtime_unix_name *name);
bool __runtime_is_any_host(const struct runtime_name *name);
bool __runtime_is_same_name(const struct runtime_name *left, const struct runtime_name *right);

// ---- transfer (socket_transfer.c)

// One attempt to send or receive.
struct runtime_transfer {
    char *bytes;
    size_t count;
    unsigned flags;
    bool waits;
    const struct runtime_given_name *to; // NULL: the peer
    struct runtime_name from;
    size_t whole; // of the message that was received
};
ssize_t __runtime_send(struct runtime_socket *socket, struct runtime_transfer *transfer);
ssize_t __runtime_receive(struct runtime_socket *socket, struct runtime_transfer *transfer);
// A datagram socket of AF_UNIX has another peer, or none. As on Linux what it has not received is lost.
void __runtime_leave_target(struct runtime_socket *socket);
void __runtime_drop_messages(struct runtime_socket *socket);
bool __runtime_has_message(const struct runtime_socket *socket);
// Whether poll finds room to send.
bool __runtime_has_room(const struct runtime_socket *socket);

#endif
