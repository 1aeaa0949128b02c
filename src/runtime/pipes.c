// <unistd.h>, <sys/eventfd.h>: pipes and event counters between threads. What is written to one happens
// before it is read, as an atomic section before a later one.
#include "runtime/files.h"

static int open_ends(struct runtime_node *node, int flags, int *ends)
{
    ends[0] = __runtime_open_node(node, OPEN_READ | flags, 0);
    if (ends[0] < 0)
        return ends[0];
    ends[1] = __runtime_open_node(node, OPEN_WRITE | flags, 0);
    if (ends[1] >= 0)
        return 0;
    __runtime_close_slot(ends[0]);
    return ends[1];
}

int pipe2(int *descriptors, int flags)
{
    int ends[2];
    if (flags & OPEN_PACKETS)
        __heddle_unmodelled_value("pipe2 with O_DIRECT");
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_PIPE | 0600);
    int error = node ? open_ends(node, flags, ends) : -ENOMEM;
    heddle_atomic_end();
    if (error)
        return __runtime_fail(-error);
    descriptors[0] = ends[0];
    descriptors[1] = ends[1];
    return 0;
}

int pipe(int *descriptors)
{
    return pipe2(descriptors, 0);
}

int eventfd(unsigned count, int flags)
{
    enum { ONE_BY_ONE = 1 };
    if (flags & ~(OPEN_NONBLOCK | OPEN_CLOSE_ON_EXEC | ONE_BY_ONE))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    struct runtime_node *node = __runtime_new_node(MODE_EVENT | 0600);
    int result = -ENOMEM;
    if (node) {
        node->count = count;
        node->one_by_one = flags & ONE_BY_ONE;
        result = __runtime_open_node(node, OPEN_BOTH | (flags & ~ONE_BY_ONE), 0);
        __runtime_release_node(node); // if it has no user
    }
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

ssize_t read(int descriptor, void *to, size_t count);
ssize_t write(int descriptor, const void *from, size_t count);

int eventfd_read(int descriptor, uint64_t *value)
{
    return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int descriptor, uint64_t value)
{
    return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}
