#include "store/uses.h"

#include "base/file.h"
#include "store/head.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20 }; // that are read: the file is emptied long before

static uint64_t checksum_of(const struct use *use)
{
    const uint64_t words[] = {use->key.high, use->key.low, use->key.kind, (uint64_t)use->time};
    return XXH3_64bits(words, sizeof words);
}

void uses_add(use_list *uses, const struct store_key *key)
{
    struct use use = {.key = *key, .time = head_now()};
    use.checksum = checksum_of(&use);
    vector_push(uses, use);
}

static int open_uses_file(const char *folder, int flags)
{
    char *path = memory_format("%s/" USES_FILE, folder);
    int descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    memory_free(path);
    return descriptor;
}

uint64_t uses_append(use_list *uses, const char *folder)
{
    struct stat status = {.st_size = 0};
    int file = open_uses_file(folder, O_WRONLY | O_APPEND | (uses->size ? O_CREAT : 0));
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && uses->size &&
        status.st_size < MOST_BYTES / 2) {
        // One call: what several processes append is not mixed.
        size_t size = uses->size * sizeof *uses->data;
        if (write(file, uses->data, size) == (ssize_t)size)
            status.st_size += (off_t)size;
        else
            (void)!ftruncate(file, status.st_size);
    }
    if (file >= 0)
        close(file);
    uses->size = 0;
    return (uint64_t)status.st_size;
}

void uses_take(use_list *uses, const char *folder)
{
    size_t size;
    struct error error = {0};
    char *path = memory_format("%s/" USES_FILE, folder);
    char *bytes = file_read(path, MOST_BYTES, &size, &error);
    for (size_t at = 0; bytes && size - at >= sizeof(struct use);) {
        struct use use;
        memcpy(&use, bytes + at, sizeof use);
        bool good = checksum_of(&use) == use.checksum;
        if (good)
            vector_push(uses, use);
        at += good ? sizeof use : 1; // a part of a record may come before the next one
    }
    memory_free(bytes);
    memory_free(path);
    error_free(&error);
}

void uses_clear(const char *folder)
{
    int file = open_uses_file(folder, O_WRONLY);
    if (file < 0)
        return;
    (void)!ftruncate(file, 0);
    close(file);
}
