// <fcntl.h>, <sys/mman.h>, <sys/sendfile.h>, <sys/ioctl.h>, <termios.h>: room for files, files without a
// name, advice, and what is asked of devices, of which none is a terminal.
#include "runtime/files.h"

typedef long long offset64;

static bool is_description_writable(const struct runtime_description *description)
{
    return (description->flags & OPEN_ACCESS) != OPEN_READ;
}

// An error number, not negated: a file has no fewer bytes than so many afterwards.
static int reserve_file_space(int descriptor, offset64 from, offset64 length, bool grows)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    if (!description || !is_description_writable(description))
        return EBADF;
    if (!__runtime_is_kind(description->node, MODE_FILE))
        return __runtime_is_kind(description->node, MODE_PIPE) ? ESPIPE : 19; // ENODEV
    uint64_t end = (uint64_t)from + (uint64_t)length;
    __runtime_shows_files();
    return !grows || description->node->size >= end ? 0 : -__runtime_resize(description->node, end);
}

static int reserve_atomically(int descriptor, offset64 from, offset64 length, bool grows)
{
    if (from < 0 || length <= 0)
        return EINVAL;
    heddle_atomic_begin();
    int error = reserve_file_space(descriptor, from, length, grows);
    heddle_atomic_end();
    return error;
}

int posix_fallocate64(int descriptor, offset64 from, offset64 length)
{
    return reserve_atomically(descriptor, from, length, true);
}

int posix_fallocate(int descriptor, long from, long length)
{
    return posix_fallocate64(descriptor, from, length);
}

int fallocate64(int descriptor, int mode, offset64 from, offset64 length)
{
    enum { KEEP_SIZE = 1 };
    if (mode & ~KEEP_SIZE) {
        __heddle_unmodelled_value("fallocate of this mode");
        return __runtime_fail(ENOTSUP);
    }
    int error = reserve_atomically(descriptor, from, length, !(mode & KEEP_SIZE));
    return error ? __runtime_fail(error) : 0;
}

int fallocate(int descriptor, int mode, long from, long length)
{
    return fallocate64(descriptor, mode, from, length);
}

// Advice has no effect; an error number.
int posix_fadvise64(int descriptor, offset64 from, offset64 length, int advice)
{
    enum { ADVICES = 6 };
    (void)from;
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(descriptor);
    int error = !description                                      ? EBADF
                : __runtime_is_kind(description->node, MODE_PIPE) ? ESPIPE
                : length < 0 || advice < 0 || advice >= ADVICES   ? EINVAL
                                                                  : 0;
    heddle_atomic_end();
    return error;
}

int posix_fadvise(int descriptor, long from, long length, int advice)
{
    return posix_fadvise64(descriptor, from, length, advice);
}

ssize_t readahead(int descriptor, offset64 from, size_t count)
{
    (void)from, (void)count;
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(descriptor);
    bool fine = description && (description->flags & OPEN_ACCESS) != OPEN_WRITE;
    heddle_atomic_end();
    return fine ? 0 : __runtime_fail(EBADF);
}

void sync(void) {}

int fsync(int descriptor);

int syncfs(int descriptor)
{
    return fsync(descriptor);
}

// ---- a file without a name

int memfd_create(const char *name, unsigned flags)
{
    enum { CLOSE_ON_EXEC = 1, MOST_NAME = 249 };
    if (flags & ~(unsigned)CLOSE_ON_EXEC) {
        __heddle_unmodelled_value("memfd_create with seals or large pages");
        return __runtime_fail(EINVAL);
    }
    if (strlen(name) > MOST_NAME)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_FILE | 0777);
    int result = node ? __runtime_open_node(node, OPEN_BOTH | (flags ? OPEN_CLOSE_ON_EXEC : 0), 0) : -ENOMEM;
    if (node && result < 0)
        __runtime_release_node(node);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

// ---- from a file to another descriptor

ssize_t pread64(int descriptor, void *to, size_t count, offset64 at);
ssize_t write(int descriptor, const void *from, size_t count);
offset64 lseek64(int descriptor, offset64 by, int from);

static int check_source(int from, int to)
{
    heddle_atomic_begin();
    const struct runtime_description *source = __runtime_description(from),
                                     *target = __runtime_description(to);
    int error = 0;
    if (!source || !target || (source->flags & OPEN_ACCESS) == OPEN_WRITE || !is_description_writable(target))
        error = -EBADF;
    else if (!__runtime_is_kind(source->node, MODE_FILE))
        error = -EINVAL;
    heddle_atomic_end();
    return error;
}

// Block by block, as far as the target takes it.
static ssize_t send_blocks(int to, int from, offset64 *at, size_t count)
{
    enum { BLOCK = 4096 };
    char block[BLOCK];
    size_t sent = 0;
    while (sent < count) {
        size_t wanted = count - sent < BLOCK ? count - sent : BLOCK;
        ssize_t found = pread64(from, block, wanted, *at);
        if (found <= 0)
            return sent ? (ssize_t)sent : found;
        ssize_t done = write(to, block, (size_t)found);
        if (done < 0)
            return sent ? (ssize_t)sent : done;
        *at += done;
        sent += (size_t)done;
        if (done < found)
            break;
    }
    return (ssize_t)sent;
}

ssize_t sendfile64(int to, int from, offset64 *at, size_t count)
{
    enum { FROM_START = 0, FROM_HERE = 1 };
    int error = check_source(from, to);
    if (error)
        return __runtime_fail(-error);
    offset64 place = at ? *at : lseek64(from, 0, FROM_HERE);
    if (place < 0)
        return __runtime_fail(EINVAL);
    ssize_t sent = send_blocks(to, from, &place, count);
    if (sent > 0 && at)
        *at = place;
    else if (sent > 0)
        lseek64(from, place, FROM_START);
    return sent;
}

ssize_t sendfile(int to, int from, long *at, size_t count)
{
    offset64 place = at ? *at : 0;
    ssize_t sent = sendfile64(to, from, at ? &place : NULL, count);
    if (at)
        *at = (long)place;
    return sent;
}

// ---- devices

// How much can be read without waiting.
static int count_readable(const struct runtime_description *description, uint64_t *available)
{
    const struct runtime_node *node = description->node;
    bool is_known =
        __runtime_is_kind(node, MODE_FILE) || (__runtime_is_kind(node, MODE_PIPE) && !node->operations);
    if (!is_known || (description->flags & OPEN_ACCESS) == OPEN_WRITE)
        return RUNTIME_WAIT;
    __runtime_shows_files();
    *available = __runtime_available(node, description->place);
    return 0;
}

enum {
    READABLE = 0x541b,           // FIONREAD
    FIRST_OF_TERMINALS = 0x5400, // TCGETS and so on
    LAST_OF_TERMINALS = 0x541a,
    TERMINAL_SIZE = 0x5413,
    NON_BLOCKING = 0x5421,  // FIONBIO
    KEEP_ON_EXEC = 0x5450,  // FIONCLEX
    CLOSE_ON_EXEC = 0x5451, // FIOCLEX
};

static int control_by_ioctl(int descriptor, unsigned long request, int value)
{
    struct runtime_description *description = __runtime_description(descriptor);
    __runtime_check_children();
    if (!description)
        return -EBADF;
    switch (request) {
    case NON_BLOCKING:
        description->flags = value ? description->flags | OPEN_NONBLOCK : description->flags & ~OPEN_NONBLOCK;
        return 0;
    case KEEP_ON_EXEC:
    case CLOSE_ON_EXEC: __runtime_slots[descriptor].close_on_exec = request == CLOSE_ON_EXEC; return 0;
    }
    return request >= FIRST_OF_TERMINALS && request <= LAST_OF_TERMINALS ? -ENOTTY : RUNTIME_WAIT;
}

static int get_readable(int descriptor, int *to)
{
    uint64_t available = 0;
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(descriptor);
    int result = description ? count_readable(description, &available) : -EBADF;
    heddle_atomic_end();
    if (result == 0)
        *to = (int)available;
    return result;
}

int ioctl(int descriptor, unsigned long request, ...)
{
    int value = 0, result;
    if (request == NON_BLOCKING) {
        va_list list;
        va_start(list, request);
        value = *va_arg(list, const int *);
        va_end(list);
    }
    if (request == READABLE) {
        va_list list;
        va_start(list, request);
        result = get_readable(descriptor, va_arg(list, int *));
        va_end(list);
    } else {
        heddle_atomic_begin();
        result = control_by_ioctl(descriptor, request, value);
        heddle_atomic_end();
    }
    if (result == RUNTIME_WAIT) {
        __heddle_unmodelled_value("this request of ioctl");
        result = -EINVAL;
    }
    return (int)__runtime_result(result);
}

#define OF_TERMINALS(name, ...)                                                                              \
    int name(int descriptor, ##__VA_ARGS__)                                                                  \
    {                                                                                                        \
        return ioctl(descriptor, TERMINAL_SIZE, NULL);                                                       \
    }
OF_TERMINALS(tcgetattr, void *to __attribute__((unused)))
OF_TERMINALS(tcsetattr, int when __attribute__((unused)), const void *from __attribute__((unused)))
OF_TERMINALS(tcflush, int which __attribute__((unused)))
OF_TERMINALS(tcdrain)

char *ttyname(int descriptor)
{
    ioctl(descriptor, TERMINAL_SIZE, NULL);
    return NULL;
}
