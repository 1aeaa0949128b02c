// <unistd.h>: symbolic links. nodes.c follows them.
#include "runtime/files.h"

void __runtime_makes_links(void) {}

enum { MOST_PATH = 4096 };

static int make_link(const char *target, size_t length, int from, const char *path)
{
    struct runtime_place place;
    __runtime_makes_links();
    int error = __runtime_find_place(from, path, LINK_KEPT, &place);
    if (!error)
        error = __runtime_check_new(&place, false);
    if (error)
        return error;
    struct runtime_node *node = __runtime_new_node(MODE_LINK | 0777);
    if (!node)
        return -ENOSPC;
    node->data = __heddle_new(length + 1);
    node->data_allocated = true;
    if (node->data) {
        memcpy(node->data, target, length);
        node->size = node->capacity = length;
        error = __runtime_enter(&place, node);
    } else {
        error = -ENOSPC;
    }
    if (error)
        __runtime_release_node(node);
    return error;
}

int symlinkat(const char *target, int from, const char *path)
{
    size_t length = __runtime_length_within(target, MOST_PATH);
    if (length == 0 || length == MOST_PATH)
        return __runtime_fail(length ? ENAMETOOLONG : ENOENT);
    heddle_atomic_begin();
    int error = make_link(target, length, from, path);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int symlink(const char *target, const char *path)
{
    return symlinkat(target, RUNTIME_AT_FOLDER, path);
}

static ssize_t read_link(int from, const char *path, char *to, size_t size)
{
    struct runtime_node *node;
    int error = __runtime_find_linked(from, path, LINK_BEFORE_SLASH, &node);
    if (error)
        return error;
    if (!__runtime_is_kind(node, MODE_LINK))
        return -EINVAL;
    __runtime_forget_time(node, TIME_OF_ACCESS);
    size_t count = node->size < size ? (size_t)node->size : size;
    memcpy(to, node->data, count);
    return (ssize_t)count;
}

// Without a zero behind what was read, and without a word where it is cut.
ssize_t readlinkat(int from, const char *restrict path, char *restrict to, size_t size)
{
    char bytes[MOST_PATH];
    if ((ssize_t)size <= 0)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    ssize_t result = read_link(from, path, bytes, size);
    heddle_atomic_end();
    if (result > 0)
        memcpy(to, bytes, (size_t)result);
    return __runtime_result(result);
}

ssize_t readlink(const char *restrict path, char *restrict to, size_t size)
{
    return readlinkat(RUNTIME_AT_FOLDER, path, to, size);
}

ssize_t __readlinkat_chk(int from, const char *restrict path, char *restrict to, size_t size, size_t room)
{
    __runtime_check_limit(size, room);
    return readlinkat(from, path, to, size);
}

ssize_t __readlink_chk(const char *restrict path, char *restrict to, size_t size, size_t room)
{
    return __readlinkat_chk(RUNTIME_AT_FOLDER, path, to, size, room);
}
