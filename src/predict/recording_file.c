#include "predict/recording_file.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FILE_LIMIT_RECORDING ((uint64_t)1 << 44)

enum { HEADER_BYTES = sizeof(struct recording_chunk) };

_Static_assert(sizeof(struct recording_event) == 24, "24 bytes");
_Static_assert(sizeof(struct recording_chunk) == 16, "16 bytes");

bool recording_is(const char *path)
{
    struct error error = {0};
    char magic[sizeof(((struct recording_header *)0)->magic)];
    int descriptor = file_open(path, FILE_LIMIT_RECORDING, NULL, &error);
    error_free(&error);
    if (descriptor < 0)
        return false;
    ssize_t got = pread(descriptor, magic, sizeof magic, 0);
    close(descriptor);
    return got == (ssize_t)sizeof magic && memcmp(magic, RECORDING_MAGIC, sizeof magic) == 0;
}

static bool read_header(const char *path, struct recording_header *header)
{
    struct error error = {0};
    int descriptor = recording_is(path) ? file_open(path, FILE_LIMIT_RECORDING, NULL, &error) : -1;
    error_free(&error);
    if (descriptor < 0)
        return false;
    ssize_t got = pread(descriptor, header, sizeof *header, 0);
    close(descriptor);
    return got == (ssize_t)sizeof *header && header->version == RECORDING_VERSION;
}

char *recording_part_before(const char *path)
{
    struct recording_header header, before;
    if (!read_header(path, &header) || !header.part)
        return NULL;
    char *earlier = memory_format("%s%s", path, RECORDING_EARLIER);
    if (read_header(earlier, &before) && before.run == header.run && before.part + 1 == header.part)
        return earlier;
    memory_free(earlier);
    return NULL;
}

static bool check_recording_header(struct recording_file *file, struct error *error)
{
    const struct recording_header *header = file->header;
    if (header->version != RECORDING_VERSION)
        return error_set(error, "%s: a recording of version %u; this heddle reads version %d", file->path,
                         header->version, RECORDING_VERSION);
    if (header->pointer_bytes != 4 && header->pointer_bytes != 8)
        return error_set(error, "%s: a recording with pointers of %u bytes", file->path,
                         header->pointer_bytes);
    if (header->command > RECORDING_COMMAND_MOST)
        return error_set(error, "%s: a recording with a command of %llu bytes", file->path,
                         (unsigned long long)header->command);
    if (header->flags &
        ~(uint32_t)(RECORDING_CUT | RECORDING_ENDED | RECORDING_WINDOW | RECORDING_FOLLOWED | RECORDING_HELD))
        return error_set(error, "%s: a recording with flags 0x%x, which are not known", file->path,
                         header->flags);
    return true;
}

static uint64_t read_most_bytes(int descriptor, void *to, uint64_t size)
{
    uint64_t done = 0;
    while (done < size) {
        ssize_t got = pread(descriptor, (char *)to + done, size - done, (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += (uint64_t)got;
    }
    return done;
}

// The header as it was before and after the chunks were read. A program that is still being recorded has not
// ended, but may have been cut meanwhile. False: it is another recording by now.
static bool join_headers(struct recording_header *header, const struct recording_header *later)
{
    bool ended = header->flags & RECORDING_ENDED;
    bool same = ended ? memcmp(header, later, sizeof *header) == 0
                      : later->sequence >= header->sequence && later->size >= header->size &&
                            memcmp(header->magic, later->magic, sizeof header->magic) == 0;
    *header = *later;
    if (!ended)
        header->flags &= ~(uint32_t)RECORDING_ENDED;
    return same;
}

static bool copy_recording(struct recording_file *file, int descriptor, struct error *error)
{
    unsigned char *bytes = memory_alloc((size_t)file->size);
    struct recording_header later;
    file->bytes = bytes;
    file->header = (void *)bytes;
    file->size = read_most_bytes(descriptor, bytes, file->size);
    if (file->size < RECORDING_CHUNK || read_most_bytes(descriptor, &later, sizeof later) < sizeof later ||
        !join_headers((void *)bytes, &later))
        return error_set(error, "%s: the recording was changed while it was read", file->path);
    return true;
}

static bool map_recording(struct recording_file *file, int descriptor, struct error *error)
{
    void *bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return error_set(error, "%s: %s", file->path, strerror(errno));
    file->mapped = true;
    file->bytes = bytes;
    file->header = bytes;
    return true;
}

static bool read_file(struct recording_file *file, int descriptor, struct error *error)
{
    if (file->size < RECORDING_CHUNK)
        return error_set(error, "%s: a recording that ends in its header", file->path);
    return (file->size <= RECORDING_COPIED_MOST ? copy_recording : map_recording)(file, descriptor, error) &&
           check_recording_header(file, error) && recording_find_chunks(file, descriptor, error);
}

bool recording_open(struct recording_file *file, const char *path, struct error *error)
{
    *file = (struct recording_file){.path = path};
    int descriptor = file_open(file->path, FILE_LIMIT_RECORDING, &file->size, error);
    bool good = descriptor >= 0 && read_file(file, descriptor, error);
    if (descriptor >= 0)
        close(descriptor);
    if (!good)
        recording_close(file);
    return good;
}

void recording_close(struct recording_file *file)
{
    if (file->mapped)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    else
        memory_free((void *)(uintptr_t)file->bytes);
    if (file->unpacked)
        munmap(file->unpacked, file->unpacked_bytes);
    vector_free(&file->parts);
    vector_free(&file->by_events);
    vector_free(&file->threads);
    *file = (struct recording_file){0};
}

const struct recording_event *recording_next(const struct recording_file *file,
                                             struct recording_cursor *cursor)
{
    struct recording_parts parts = file->threads.data[cursor->thread];
    for (; cursor->part < parts.count; cursor->part++, cursor->slot = 0) {
        const struct recording_part *part = &file->parts.data[parts.begin + cursor->part];
        if (cursor->slot < part->slots && part->events[cursor->slot].kind)
            return &part->events[cursor->slot++];
    }
    return NULL;
}

char *recording_text(const struct recording_file *file, struct recording_parts parts, size_t *length)
{
    size_t used = 0;
    char *text = memory_alloc((size_t)parts.count * RECORDING_CHUNK + 1);
    for (uint32_t i = 0; i < parts.count; i++) {
        const struct recording_part *part = &file->parts.data[parts.begin + i];
        const struct recording_chunk *chunk = (const void *)(file->bytes + part->at);
        uint32_t bytes = chunk->bytes < part->bytes ? chunk->bytes : part->bytes;
        memcpy(text + used, chunk + 1, bytes);
        used += bytes;
    }
    text[used] = 0;
    *length = used;
    return text;
}
