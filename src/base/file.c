#include "base/file.h"

#include "base/memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool too_large(const char *path, uint64_t limit, struct error *error)
{
    return error_set(error, "%s: the file is too large: files of this kind may have %llu MB", path,
                     (unsigned long long)(limit >> 20));
}

static bool usable(const char *path, int descriptor, uint64_t limit, uint64_t *size, struct error *error)
{
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(error, "%s: is a directory", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "%s: not a regular file", path);
    if (status.st_size < 0 || (uint64_t)status.st_size > limit)
        return too_large(path, limit, error);
    if (size)
        *size = (uint64_t)status.st_size;
    return true;
}

int file_open(const char *path, uint64_t limit, uint64_t *size, struct error *error)
{
    // Opening a device may do something already (a tape rewinds).
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        error_set(error, "%s: not a regular file", path);
        return -1;
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (usable(path, descriptor, limit, size, error))
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

bool file_check(const char *path, uint64_t limit, uint64_t *size, struct error *error)
{
    int descriptor = file_open(path, limit, size, error);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

// All that follows in the file, up to `limit` bytes, with a zero behind; NULL with errno set, EFBIG beyond
// it.
static char *read_rest(int descriptor, size_t expected, uint64_t limit, size_t *size)
{
    size_t capacity = expected + 1, used = 0;
    char *bytes = memory_alloc(capacity + 1);
    for (;;) {
        ssize_t got = read(descriptor, bytes + used, capacity - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            break;
        used += got > 0 ? (size_t)got : 0;
        if (used > limit)
            errno = EFBIG;
        if (got < 0 || used > limit) {
            memory_free(bytes);
            return NULL;
        }
        if (used == capacity)
            bytes = memory_resize(bytes, (capacity = 2 * capacity + 4096) + 1);
    }
    bytes[used] = 0;
    *size = used;
    return bytes;
}

char *file_read(const char *path, uint64_t limit, size_t *size, struct error *error)
{
    uint64_t expected = 0;
    int descriptor = file_open(path, limit, &expected, error);
    if (descriptor < 0)
        return NULL;
    char *bytes = read_rest(descriptor, (size_t)expected, limit, size);
    int reason = errno;
    close(descriptor);
    if (!bytes && reason == EFBIG)
        too_large(path, limit, error);
    else if (!bytes)
        error_set(error, "%s: %s", path, strerror(reason));
    return bytes;
}

bool file_hash(const char *path, uint64_t *hash, struct error *error)
{
    char buffer[1 << 16];
    uint64_t left = FILE_LIMIT_MODULE;
    int descriptor = file_open(path, left, NULL, error);
    if (descriptor < 0)
        return false;
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    ssize_t got;
    while ((got = read(descriptor, buffer, sizeof buffer)) > 0 && (uint64_t)got <= left) {
        XXH64_update(&state, buffer, (size_t)got);
        left -= (uint64_t)got;
    }
    if (got < 0)
        error_set(error, "%s: %s", path, strerror(errno));
    else if (got > 0)
        too_large(path, FILE_LIMIT_MODULE, error);
    close(descriptor);
    *hash = XXH64_digest(&state);
    return got == 0;
}

bool file_write_all(int descriptor, const void *data, size_t size)
{
    const char *rest = data;
    while (size) {
        ssize_t n = write(descriptor, rest, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        rest += n;
        size -= (size_t)n;
    }
    return true;
}
