#include "predict/recording_file.h"

#include "base/file.h"
#include "predict/event_trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FILE_LIMIT_RECORDING ((uint64_t)1 << 44)

enum {
    HEADER_BYTES = sizeof(struct recording_chunk),
    SLOTS = (RECORDING_CHUNK - HEADER_BYTES) / sizeof(struct recording_event)
};

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

uint64_t recording_offset(const struct recording_file *file, const void *at)
{
    return (uint64_t)((const unsigned char *)at - file->bytes);
}

static const struct recording_chunk *chunk_at(const struct recording_file *file, uint32_t chunk)
{
    return (const void *)(file->bytes + ((uint64_t)chunk + 1) * RECORDING_CHUNK);
}

// The bytes of a chunk that are in the file, without its header.
static uint32_t bytes_of(const struct recording_file *file, uint32_t chunk)
{
    uint64_t begin = ((uint64_t)chunk + 1) * RECORDING_CHUNK, left = file->size - begin;
    return (uint32_t)(left < RECORDING_CHUNK ? left : RECORDING_CHUNK) - HEADER_BYTES;
}

static bool check_header(struct recording_file *file, struct error *error)
{
    const struct recording_header *header = file->header;
    if (header->version != RECORDING_VERSION)
        return error_set(error, "%s: a recording of version %u; this heddle reads version %d", file->path,
                         header->version, RECORDING_VERSION);
    if (header->pointer_bytes != 4 && header->pointer_bytes != 8)
        return error_set(error, "%s: a recording with pointers of %u bytes", file->path,
                         header->pointer_bytes);
    if (header->flags & ~(uint32_t)(RECORDING_CUT | RECORDING_ENDED))
        return error_set(error, "%s: a recording with flags 0x%x, which are not known", file->path,
                         header->flags);
    return true;
}

static bool add_chunk(struct recording_file *file, uint32_t number, struct error *error)
{
    const struct recording_chunk *chunk = chunk_at(file, number);
    if (chunk->kind == RECORDING_UNUSED)
        return true;
    if (chunk->kind > RECORDING_CURRENT)
        return error_set(error, "%s: chunk %u: kind %u is not known", file->path, number, chunk->kind);
    bool current = chunk->kind == RECORDING_CURRENT, events = chunk->kind == RECORDING_EVENTS || current;
    if (events && chunk->thread >= EVENT_THREADS_MOST)
        return error_set(error, "%s: chunk %u: thread %u; a trace can have %d", file->path, number,
                         chunk->thread, EVENT_THREADS_MOST);
    if (!events && chunk->bytes > RECORDING_CHUNK - HEADER_BYTES)
        return error_set(error, "%s: chunk %u: %u bytes of text, more than a chunk has", file->path, number,
                         chunk->bytes);
    vector_push(&file->parts, (struct recording_part){.kind = events ? RECORDING_EVENTS : chunk->kind,
                                                      .thread = events ? chunk->thread : 0,
                                                      .number = chunk->number,
                                                      .chunk = number,
                                                      .current = current});
    return true;
}

static int compare_parts(const void *left, const void *right)
{
    const struct recording_part *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->current - b->current;
}

static struct recording_parts *parts_of(struct recording_file *file, const struct recording_part *part)
{
    if (part->kind != RECORDING_EVENTS)
        return part->kind == RECORDING_PLACES ? &file->places : &file->names;
    while (file->threads.size <= part->thread)
        vector_push(&file->threads, (struct recording_parts){0});
    return &file->threads.data[part->thread];
}

// Whether it is in the file to its last event.
static bool is_full(const struct recording_file *file, const struct recording_part *part)
{
    const struct recording_event *events = (const void *)(chunk_at(file, part->chunk) + 1);
    return bytes_of(file, part->chunk) >= SLOTS * sizeof *events && events[SLOTS - 1].kind;
}

// Of a current chunk and a copy with the same number, which come one after the other, leaves the copy if it
// is full, and else the current one.
static void drop_twins(struct recording_file *file)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < file->parts.size; i++) {
        const struct recording_part part = file->parts.data[i];
        struct recording_part *before = kept ? &file->parts.data[kept - 1] : NULL;
        bool twins = before && part.current && !before->current && before->kind == part.kind &&
                     before->thread == part.thread && before->number == part.number;
        if (!twins)
            file->parts.data[kept++] = part;
        else if (!is_full(file, before))
            *before = part;
    }
    file->parts.size = kept;
}

// Whether the chunk came into the file after others of its thread that it had not yet when its size was
// asked for: the program is still being recorded.
static bool comes_too_early(const struct recording_file *file, const struct recording_part *part,
                            uint32_t before)
{
    return part->current && part->number > before && !(file->header->flags & RECORDING_ENDED);
}

// The chunks of each thread and text, which have to be there without a gap.
static bool sort_parts(struct recording_file *file, struct error *error)
{
    if (file->parts.size)
        qsort(file->parts.data, file->parts.size, sizeof *file->parts.data, compare_parts);
    drop_twins(file);
    for (uint32_t i = 0; i < file->parts.size; i++) {
        const struct recording_part *part = &file->parts.data[i];
        struct recording_parts *whole = parts_of(file, part);
        if (!whole->count)
            whole->begin = i;
        if (comes_too_early(file, part, whole->count)) {
            file->truncated = true;
            continue;
        }
        if (part->number != whole->count)
            return error_set(error, "%s: chunk %u: number %u of its thread or text, and there are %u before",
                             file->path, part->chunk, part->number, whole->count);
        whole->count++;
    }
    return true;
}

static bool find_chunks(struct recording_file *file, struct error *error)
{
    uint64_t chunks = file->size / RECORDING_CHUNK - 1;
    if (file->size % RECORDING_CHUNK > HEADER_BYTES)
        chunks++;
    if (chunks >= MEMORY_MOST_ELEMENTS)
        return error_set(error, "%s: too many chunks", file->path);
    file->truncated = file->size / RECORDING_CHUNK - 1 < file->header->chunks;
    for (uint32_t i = 0; i < chunks; i++)
        if (!add_chunk(file, i, error))
            return false;
    return sort_parts(file, error);
}

static uint64_t read_bytes(int descriptor, void *to, uint64_t size)
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
                      : later->sequence >= header->sequence && later->chunks >= header->chunks &&
                            memcmp(header->magic, later->magic, sizeof header->magic) == 0;
    *header = *later;
    if (!ended)
        header->flags &= ~(uint32_t)RECORDING_ENDED;
    return same;
}

// Leaves out the chunks that were emptied while they were read: what was read is not of one number. Of a
// program that is still being recorded.
static void drop_emptied(unsigned char *bytes, uint64_t size, int descriptor)
{
    for (uint64_t at = RECORDING_CHUNK; at + HEADER_BYTES <= size; at += RECORDING_CHUNK) {
        struct recording_chunk *chunk = (void *)(bytes + at), now;
        bool same = chunk->kind != RECORDING_CURRENT ||
                    (pread(descriptor, &now, sizeof now, (off_t)at) == (ssize_t)sizeof now &&
                     memcmp(chunk, &now, sizeof now) == 0);
        if (!same)
            chunk->kind = RECORDING_UNUSED;
    }
}

static bool copy(struct recording_file *file, int descriptor, struct error *error)
{
    unsigned char *bytes = memory_alloc((size_t)file->size);
    struct recording_header later;
    file->bytes = bytes;
    file->header = (void *)bytes;
    file->size = read_bytes(descriptor, bytes, file->size);
    if (file->size < RECORDING_CHUNK || read_bytes(descriptor, &later, sizeof later) < sizeof later ||
        !join_headers((void *)bytes, &later))
        return error_set(error, "%s: the recording was changed while it was read", file->path);
    if (!(file->header->flags & RECORDING_ENDED))
        drop_emptied(bytes, file->size, descriptor);
    return true;
}

static bool map(struct recording_file *file, int descriptor, struct error *error)
{
    void *bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED)
        return error_set(error, "%s: %s", file->path, strerror(errno));
    file->mapped = true;
    file->bytes = bytes;
    file->header = bytes;
    return true;
}

static bool get_bytes(struct recording_file *file, struct error *error)
{
    int descriptor = file_open(file->path, FILE_LIMIT_RECORDING, &file->size, error);
    if (descriptor < 0)
        return false;
    bool good = file->size >= RECORDING_CHUNK;
    if (!good)
        error_set(error, "%s: a recording that ends in its header", file->path);
    else
        good = (file->size <= RECORDING_COPIED_MOST ? copy : map)(file, descriptor, error);
    close(descriptor);
    return good;
}

bool recording_open(struct recording_file *file, const char *path, struct error *error)
{
    *file = (struct recording_file){.path = path};
    if (get_bytes(file, error) && check_header(file, error) && find_chunks(file, error))
        return true;
    recording_close(file);
    return false;
}

void recording_close(struct recording_file *file)
{
    if (file->mapped)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    else
        memory_free((void *)(uintptr_t)file->bytes);
    vector_free(&file->parts);
    vector_free(&file->threads);
    *file = (struct recording_file){0};
}

const struct recording_event *recording_next(const struct recording_file *file,
                                             struct recording_cursor *cursor)
{
    struct recording_parts parts = file->threads.data[cursor->thread];
    for (; cursor->part < parts.count; cursor->part++, cursor->slot = 0) {
        uint32_t chunk = file->parts.data[parts.begin + cursor->part].chunk;
        const struct recording_event *events = (const void *)(chunk_at(file, chunk) + 1);
        uint32_t slots = bytes_of(file, chunk) / (uint32_t)sizeof *events;
        if (cursor->slot < SLOTS && cursor->slot < slots && events[cursor->slot].kind)
            return &events[cursor->slot++];
    }
    return NULL;
}

uint32_t recording_thread_of(const struct recording_file *file, const struct recording_event *event)
{
    return chunk_at(file, (uint32_t)(recording_offset(file, event) / RECORDING_CHUNK - 1))->thread;
}

char *recording_text(const struct recording_file *file, struct recording_parts parts, size_t *length)
{
    size_t used = 0;
    char *text = memory_alloc((size_t)parts.count * RECORDING_CHUNK + 1);
    for (uint32_t i = 0; i < parts.count; i++) {
        uint32_t number = file->parts.data[parts.begin + i].chunk, there = bytes_of(file, number);
        const struct recording_chunk *chunk = chunk_at(file, number);
        uint32_t bytes = chunk->bytes < there ? chunk->bytes : there;
        memcpy(text + used, chunk + 1, bytes);
        used += bytes;
    }
    text[used] = 0;
    *length = used;
    return text;
}
