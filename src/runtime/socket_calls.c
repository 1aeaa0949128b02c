// <sys/socket.h>: the calls that send and receive. <sys/uio.h>: vectors of buffers, of any descriptor.
#include "runtime/sockets.h"

struct message_header {
    void *name;
    unsigned name_length;
    struct runtime_part *parts;
    size_t count;
    void *control;
    size_t control_length;
    int flags;
};

ssize_t read(int descriptor, void *to, size_t count);
ssize_t pread64(int descriptor, void *to, size_t count, long long at);
ssize_t write(int descriptor, const void *from, size_t count);
int raise(int signal);

// ---- sending

static ssize_t try_send_transfer(int descriptor, struct runtime_transfer *transfer, uint64_t *patience,
                                 bool *signals)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (error)
        return error;
    *patience = socket->node.patience[1];
    transfer->waits = !(description->flags & OPEN_NONBLOCK || transfer->flags & MESSAGE_NO_WAIT);
    ssize_t done = __runtime_send(socket, transfer);
    if (done == -EPIPE)
        *signals = socket->type == TYPE_STREAM && !(transfer->flags & MESSAGE_NO_SIGNAL);
    return done == RUNTIME_WAIT && !transfer->waits ? -EAGAIN : done;
}

static ssize_t send_some(int descriptor, struct runtime_source *source, struct runtime_transfer *transfer,
                         size_t *sent, bool *signals)
{
    ssize_t done = 0;
    uint64_t patience = 0;
    bool slept = false;
    __runtime_source_begins(source);
    do {
        if (done == RUNTIME_WAIT)
            __runtime_source_waits(source);
        if (done == RUNTIME_WAIT || !*sent)
            WAITING_POINT;
        heddle_atomic_begin();
        transfer->bytes = (char *)__runtime_source_at(source, *sent);
        transfer->count = source->count - *sent;
        done = try_send_transfer(descriptor, transfer, &patience, signals);
        heddle_atomic_end();
        *sent += done > 0 ? (size_t)done : 0;
    } while (done == RUNTIME_WAIT ? __runtime_wait_again(patience, &slept)
                                  : done > 0 && *sent < source->count);
    return done;
}

static ssize_t send_all(int descriptor, struct runtime_source *source, unsigned flags,
                        const struct runtime_given_name *to)
{
    enum { SIGPIPE = 13 };
    struct runtime_transfer transfer = {.flags = flags, .to = to, .waits = true};
    size_t sent = 0;
    bool signals = false;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, __runtime_release_source, source);
    ssize_t done = send_some(descriptor, source, &transfer, &sent, &signals);
    CLEANUP_POP(&cleanup);
    __runtime_release_source(source);
    if (done == -EPIPE && !sent && signals)
        raise(SIGPIPE);
    return sent ? (ssize_t)sent : __runtime_result(done);
}

static ssize_t send_bytes(int descriptor, const void *from, size_t count, int flags,
                          const struct runtime_given_name *to)
{
    struct runtime_source source = {.bytes = from, .count = count};
    return send_all(descriptor, &source, (unsigned)flags, to);
}

ssize_t sendto(int descriptor, const void *from, size_t count, int flags, const void *address,
               unsigned length)
{
    struct runtime_given_name name;
    int wrong = address ? __runtime_read_name(address, length, &name) : 0;
    if (wrong)
        return __runtime_fail(-wrong);
    return send_bytes(descriptor, from, count, flags, address ? &name : NULL);
}

ssize_t send(int descriptor, const void *from, size_t count, int flags)
{
    return send_bytes(descriptor, from, count, flags, NULL);
}

// ---- receiving

enum { SMALL = 256 };

// What was received, until it goes to the caller's memory.
struct buffer {
    char small[SMALL];
    char *bytes;
};

static bool make_buffer_room(struct buffer *buffer, size_t count)
{
    buffer->bytes = count <= SMALL ? buffer->small : __heddle_new(count);
    if (!buffer->bytes)
        errno = ENOMEM;
    return buffer->bytes;
}

static void give_buffer_back(void *buffer)
{
    struct buffer *own = buffer;
    if (own->bytes != own->small)
        free(own->bytes);
}

struct received {
    int family, type;
    uint64_t patience;
};

static ssize_t try_receive_transfer(int descriptor, struct runtime_transfer *transfer,
                                    struct received *received)
{
    struct runtime_description *description;
    struct runtime_socket *socket;
    int error = __runtime_find_socket(descriptor, &description, &socket);
    if (error)
        return error;
    received->patience = socket->node.patience[0];
    transfer->waits = !(description->flags & OPEN_NONBLOCK || transfer->flags & MESSAGE_NO_WAIT);
    ssize_t done = __runtime_receive(socket, transfer);
    if (done != RUNTIME_WAIT) { // one that waits leaves all as it was (docs/awaits.md)
        received->family = socket->family;
        received->type = socket->type;
    }
    return done == RUNTIME_WAIT && !transfer->waits ? -EAGAIN : done;
}

static bool goes_on(const struct runtime_transfer *transfer, const struct received *received)
{
    return received->type == TYPE_STREAM && transfer->flags & MESSAGE_WAIT_FOR_ALL &&
           !(transfer->flags & MESSAGE_PEEK);
}

// Into `transfer->bytes`.
static ssize_t receive(int descriptor, struct runtime_transfer *transfer, struct received *received)
{
    size_t sum = 0;
    ssize_t done;
    bool slept = false;
    char *bytes = transfer->bytes;
    size_t count = transfer->count;
    transfer->waits = true;
    received->patience = 0;
    do {
        WAITING_POINT;
        transfer->bytes = bytes + sum;
        transfer->count = count - sum;
        heddle_atomic_begin();
        done = try_receive_transfer(descriptor, transfer, received);
        heddle_atomic_end();
        sum += done > 0 ? (size_t)done : 0;
    } while (done == RUNTIME_WAIT ? __runtime_wait_again(received->patience, &slept)
                                  : done > 0 && sum < count && goes_on(transfer, received));
    return sum ? (ssize_t)sum : done;
}

static bool writes_names(const struct received *received)
{
    return received->type == TYPE_DATAGRAM;
}

ssize_t recvfrom(int descriptor, void *to, size_t count, int flags, void *address, unsigned *length)
{
    struct buffer buffer;
    struct runtime_transfer transfer = {.count = count, .flags = (unsigned)flags};
    struct received received;
    if (!make_buffer_room(&buffer, count))
        return -1;
    transfer.bytes = buffer.bytes;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, give_buffer_back, &buffer);
    ssize_t done = receive(descriptor, &transfer, &received);
    CLEANUP_POP(&cleanup);
    if (done > 0)
        memcpy(to, buffer.bytes, (size_t)done);
    if (done >= 0 && address && length) {
        if (writes_names(&received) && (received.family != FAMILY_UNIX || transfer.from.length))
            __runtime_write_name(received.family, &transfer.from, address, length);
        else
            *length = 0;
    }
    if (done >= 0 && transfer.flags & MESSAGE_TRUNCATED && received.type != TYPE_STREAM)
        done = (ssize_t)transfer.whole;
    give_buffer_back(&buffer);
    return __runtime_result(done);
}

ssize_t recv(int descriptor, void *to, size_t count, int flags)
{
    return recvfrom(descriptor, to, count, flags, NULL, NULL);
}

ssize_t __recv_chk(int descriptor, void *to, size_t count, size_t room, int flags)
{
    __runtime_check_limit(count, room);
    return recv(descriptor, to, count, flags);
}

ssize_t __recvfrom_chk(int descriptor, void *to, size_t count, size_t room, int flags, void *address,
                       unsigned *length)
{
    __runtime_check_limit(count, room);
    return recvfrom(descriptor, to, count, flags, address, length);
}

// ---- vectors of buffers

enum { MOST_PARTS = 1024, SMALL_PARTS = 8 };

// The caller's vector as it was when the call began, as Linux takes it in: what becomes of it while the call
// waits has no effect.
struct vector {
    struct runtime_part small[SMALL_PARTS], *parts;
    size_t count, sum;    // sum: of the lengths
    struct buffer buffer; // with room for so much
};

static void drop_vector(void *vector)
{
    struct vector *v = vector;
    give_buffer_back(&v->buffer);
    if (v->parts != v->small)
        free(v->parts);
}

static bool copy_parts(struct vector *v, const struct runtime_part *parts)
{
    v->parts = v->count <= SMALL_PARTS ? v->small : __heddle_new(v->count * sizeof *parts);
    if (!v->parts) {
        errno = ENOMEM;
        return false;
    }
    memcpy(v->parts, parts, v->count * sizeof *parts);
    return true;
}

// The sum of the lengths. False: that is too much.
static bool add_up(struct vector *v)
{
    v->sum = 0;
    for (size_t i = 0; i < v->count; i++) {
        if (v->parts[i].length > SIZE_MAX / 2 - v->sum) {
            errno = EINVAL;
            return false;
        }
        v->sum += v->parts[i].length;
    }
    return true;
}

// False with errno set: the vector is too long, or there is no memory. Then nothing has to be dropped.
static bool take_vector(struct vector *v, const struct runtime_part *parts, size_t count)
{
    if (count > MOST_PARTS) {
        errno = EINVAL;
        return false;
    }
    v->count = count;
    if (!copy_parts(v, parts))
        return false;
    if (add_up(v) && make_buffer_room(&v->buffer, v->sum))
        return true;
    if (v->parts != v->small)
        free(v->parts);
    return false;
}

// What was gathered in the buffer from the parts.
static struct runtime_source source_of(struct vector *v)
{
    __runtime_gather(v->parts, v->count, v->buffer.bytes);
    return (struct runtime_source){.bytes = v->buffer.bytes,
                                   .count = v->sum,
                                   .parts = v->parts,
                                   .part_count = v->count,
                                   .gathered = v->buffer.bytes};
}

// The first bytes of the buffer, to the parts.
static void scatter(const struct vector *v, size_t size)
{
    const char *from = v->buffer.bytes;
    for (size_t i = 0; i < v->count && size; i++) {
        size_t some = size < v->parts[i].length ? size : v->parts[i].length;
        memcpy(v->parts[i].base, from, some);
        from += some;
        size -= some;
    }
}

// Of no bytes nothing is read or written, whatever the descriptor is.
static ssize_t check_vector_descriptor(int descriptor, int access)
{
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(descriptor);
    bool fine = description && (description->flags & OPEN_ACCESS) != access;
    heddle_atomic_end();
    return fine ? 0 : __runtime_fail(EBADF);
}

// `at`: where, instead of where the description is; NULL.
static ssize_t read_vector(int descriptor, struct vector *v, const long long *at)
{
    if (at)
        return pread64(descriptor, v->buffer.bytes, v->sum, *at);
    return v->sum ? read(descriptor, v->buffer.bytes, v->sum)
                  : check_vector_descriptor(descriptor, OPEN_WRITE);
}

static ssize_t read_parts(int descriptor, const struct runtime_part *parts, int count, const long long *at)
{
    struct vector v;
    if (!take_vector(&v, parts, (size_t)count))
        return -1;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_vector, &v);
    ssize_t done = read_vector(descriptor, &v, at);
    CLEANUP_POP(&cleanup);
    if (done > 0)
        scatter(&v, (size_t)done);
    drop_vector(&v);
    return done;
}

ssize_t readv(int descriptor, const struct runtime_part *parts, int count)
{
    return read_parts(descriptor, parts, count, NULL);
}

ssize_t preadv64(int descriptor, const struct runtime_part *parts, int count, long long at)
{
    return at < 0 ? __runtime_fail(EINVAL) : read_parts(descriptor, parts, count, &at);
}

ssize_t preadv(int descriptor, const struct runtime_part *parts, int count, long at)
{
    return preadv64(descriptor, parts, count, at);
}

// Of RWF_ flags, those that ask for speed, or for the disk, have no effect.
static int check_flags(int flags)
{
    enum { EFFECTLESS = 7, KNOWN = 0xff };
    if (flags & ~EFFECTLESS & KNOWN)
        __heddle_unmodelled_value("RWF_NOWAIT or RWF_APPEND");
    return flags & ~EFFECTLESS ? -ENOTSUP : 0;
}

ssize_t preadv64v2(int descriptor, const struct runtime_part *parts, int count, long long at, int flags)
{
    int error = check_flags(flags);
    if (error)
        return __runtime_result(error);
    return at == -1 ? readv(descriptor, parts, count) : preadv64(descriptor, parts, count, at);
}

ssize_t preadv2(int descriptor, const struct runtime_part *parts, int count, long at, int flags)
{
    return preadv64v2(descriptor, parts, count, at, flags);
}

static ssize_t write_vector(int descriptor, struct vector *v, const long long *at)
{
    struct runtime_source source = source_of(v);
    if (at)
        return __runtime_write_source(descriptor, &source, at);
    if (!v->sum)
        return check_vector_descriptor(descriptor, OPEN_READ);
    if (descriptor == 1 || descriptor == 2)
        return write(descriptor, v->buffer.bytes, v->sum);
    return __runtime_write_source(descriptor, &source, NULL);
}

static ssize_t write_parts(int descriptor, const struct runtime_part *parts, int count, const long long *at)
{
    struct vector v;
    if (!take_vector(&v, parts, (size_t)count))
        return -1;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_vector, &v);
    ssize_t done = write_vector(descriptor, &v, at);
    CLEANUP_POP(&cleanup);
    drop_vector(&v);
    return done;
}

ssize_t writev(int descriptor, const struct runtime_part *parts, int count)
{
    return write_parts(descriptor, parts, count, NULL);
}

ssize_t pwritev64(int descriptor, const struct runtime_part *parts, int count, long long at)
{
    return at < 0 ? __runtime_fail(EINVAL) : write_parts(descriptor, parts, count, &at);
}

ssize_t pwritev(int descriptor, const struct runtime_part *parts, int count, long at)
{
    return pwritev64(descriptor, parts, count, at);
}

ssize_t pwritev64v2(int descriptor, const struct runtime_part *parts, int count, long long at, int flags)
{
    int error = check_flags(flags);
    if (error)
        return __runtime_result(error);
    return at == -1 ? writev(descriptor, parts, count) : pwritev64(descriptor, parts, count, at);
}

ssize_t pwritev2(int descriptor, const struct runtime_part *parts, int count, long at, int flags)
{
    return pwritev64v2(descriptor, parts, count, at, flags);
}

ssize_t sendmsg(int descriptor, const struct message_header *message, int flags)
{
    struct vector v;
    struct runtime_given_name name;
    bool is_named = message->name && message->name_length;
    if (message->control && message->control_length) {
        __heddle_unmodelled_value("control messages of sendmsg (SCM_RIGHTS)");
        return __runtime_fail(EINVAL);
    }
    int wrong = is_named ? __runtime_read_name(message->name, message->name_length, &name) : 0;
    if (wrong)
        return __runtime_fail(-wrong);
    if (!take_vector(&v, message->parts, message->count))
        return -1;
    struct runtime_source source = source_of(&v);
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_vector, &v);
    ssize_t done = send_all(descriptor, &source, (unsigned)flags, is_named ? &name : NULL);
    CLEANUP_POP(&cleanup);
    drop_vector(&v);
    return done;
}

ssize_t recvmsg(int descriptor, struct message_header *message, int flags)
{
    struct vector v;
    struct received received;
    if (!take_vector(&v, message->parts, message->count))
        return -1;
    struct runtime_transfer transfer = {.bytes = v.buffer.bytes, .count = v.sum, .flags = (unsigned)flags};
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, drop_vector, &v);
    ssize_t done = receive(descriptor, &transfer, &received);
    CLEANUP_POP(&cleanup);
    if (done >= 0) {
        bool is_message = received.type != TYPE_STREAM, is_cut = is_message && transfer.whole > v.sum;
        scatter(&v, (size_t)done);
        if (message->name && writes_names(&received) &&
            (received.family != FAMILY_UNIX || transfer.from.length))
            __runtime_write_name(received.family, &transfer.from, message->name, &message->name_length);
        else
            message->name_length = 0;
        message->control_length = 0;
        message->flags = is_cut ? MESSAGE_TRUNCATED : 0;
        if (is_message && transfer.flags & MESSAGE_TRUNCATED)
            done = (ssize_t)transfer.whole;
    }
    drop_vector(&v);
    return __runtime_result(done);
}

// ---- several messages

struct several { // struct mmsghdr
    struct message_header header;
    unsigned done;
};
enum { MOST_AT_ONCE = 1024 };

int sendmmsg(int descriptor, struct several *messages, unsigned count, int flags)
{
    unsigned sent = 0;
    for (; sent < count && sent < MOST_AT_ONCE; sent++) {
        ssize_t done = sendmsg(descriptor, &messages[sent].header, flags);
        if (done < 0)
            return sent ? (int)sent : -1;
        messages[sent].done = (unsigned)done;
    }
    return (int)sent;
}

int recvmmsg(int descriptor, struct several *messages, unsigned count, int flags, struct timespec *timeout)
{
    enum { WAITS_FOR_ONE = 0x10000 };
    unsigned received = 0;
    if (timeout) {
        __heddle_unmodelled_value("recvmmsg with a time");
        return __runtime_fail(EINVAL);
    }
    for (; received < count && received < MOST_AT_ONCE; received++) {
        bool waits = !(flags & WAITS_FOR_ONE) || received == 0;
        ssize_t done = recvmsg(descriptor, &messages[received].header,
                               (flags & ~WAITS_FOR_ONE) | (waits ? 0 : MESSAGE_NO_WAIT));
        if (done < 0 && received && errno != EAGAIN) {
            __heddle_unmodelled_value("recvmmsg that fails after the first message");
            return -1;
        }
        if (done < 0)
            return received ? (int)received : -1;
        messages[received].done = (unsigned)done;
    }
    return (int)received;
}
