// The chunks of a recording: what each of them is part of, and their events, unpacked.
#include "base/memory.h"
#include "predict/event_trace.h"
#include "predict/recording_file.h"
#include "predict/unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HEADER_BYTES = sizeof(struct recording_chunk) };

static bool check_chunk(const struct recording_file *file, const struct recording_chunk *chunk,
                        const struct recording_part *part, struct error *error)
{
    if (part->kind == RECORDING_EVENTS && chunk->thread >= EVENT_THREADS_MOST)
        return error_set(error, "%s: the chunk at byte %" PRIu64 ": thread %u; a trace can have %d",
                         file->path, part->at, chunk->thread, EVENT_THREADS_MOST);
    if (part->kind != RECORDING_EVENTS && chunk->bytes > RECORDING_CHUNK - HEADER_BYTES)
        return error_set(error, "%s: the chunk at byte %" PRIu64 ": %u bytes of text, more than a chunk has",
                         file->path, part->at, chunk->bytes);
    if (chunk->kind == RECORDING_PACKED && chunk->bytes > PACKING_MOST)
        return error_set(error, "%s: the chunk at byte %" PRIu64 ": %u packed bytes, more than a chunk needs",
                         file->path, part->at, chunk->bytes);
    return true;
}

// A chunk that was begun.
static bool add_chunk(struct recording_file *file, uint64_t at, struct error *error)
{
    const struct recording_chunk *chunk = (const void *)(file->bytes + at);
    if (chunk->kind > RECORDING_PACKED)
        return error_set(error, "%s: the chunk at byte %" PRIu64 ": kind %u is not known", file->path, at,
                         chunk->kind);
    bool packed = chunk->kind == RECORDING_PACKED;
    bool events = chunk->kind == RECORDING_EVENTS || chunk->kind == RECORDING_CURRENT || packed;
    uint64_t size = packed ? HEADER_BYTES + (uint64_t)chunk->bytes : RECORDING_CHUNK, left = file->size - at;
    struct recording_part part = {
        .kind = events ? RECORDING_EVENTS : chunk->kind,
        .thread = events ? chunk->thread : 0,
        .number = chunk->number,
        .chunk = (enum recording_chunk_kind)chunk->kind,
        .at = at,
        .bytes = (uint32_t)((left < size ? left : size) - HEADER_BYTES),
    };
    if (!check_chunk(file, chunk, &part, error))
        return false;
    if (packed) // if it is not whole, it has none
        part.slots = part.bytes == chunk->bytes ? unpack_count((const void *)(chunk + 1), part.bytes) : 0;
    else if (events) {
        part.slots = part.bytes / (uint32_t)sizeof *part.events;
        part.events = (const void *)(chunk + 1);
    }
    vector_push(&file->parts, part);
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
    return (a->chunk == RECORDING_CURRENT) - (b->chunk == RECORDING_CURRENT);
}

static struct recording_parts *list_for_part(struct recording_file *file, const struct recording_part *part)
{
    if (part->kind != RECORDING_EVENTS)
        return part->kind == RECORDING_PLACES ? &file->places : &file->names;
    while (file->threads.size <= part->thread)
        vector_push(&file->threads, (struct recording_parts){0});
    return &file->threads.data[part->thread];
}

// Of a current chunk and a packed one with its number, which comes before it, leaves the packed one if it is
// whole, and else the current one.
static void drop_twins(struct recording_file *file)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < file->parts.size; i++) {
        const struct recording_part part = file->parts.data[i];
        struct recording_part *before = kept ? &file->parts.data[kept - 1] : NULL;
        bool twins = before && part.chunk == RECORDING_CURRENT && before->chunk == RECORDING_PACKED &&
                     before->thread == part.thread && before->number == part.number;
        if (!twins)
            file->parts.data[kept++] = part;
        else if (!before->slots)
            *before = part;
    }
    file->parts.size = kept;
}

// Whether the file lacks the chunk, or others of its thread before it: its end is lost, or the program is
// still being recorded, and its size has been asked for before they were there.
static bool is_behind_a_gap(const struct recording_file *file, const struct recording_part *part,
                            uint32_t before)
{
    bool may_lack = file->truncated || !(file->header->flags & RECORDING_ENDED);
    return may_lack && ((part->chunk == RECORDING_CURRENT && part->number > before) ||
                        (part->chunk == RECORDING_PACKED && !part->slots));
}

// The chunks of each thread and text, which have to be there without a gap.
static bool sort_parts(struct recording_file *file, struct error *error)
{
    if (file->parts.size)
        qsort(file->parts.data, file->parts.size, sizeof *file->parts.data, compare_parts);
    drop_twins(file);
    for (uint32_t i = 0; i < file->parts.size; i++) {
        const struct recording_part *part = &file->parts.data[i];
        struct recording_parts *whole = list_for_part(file, part);
        if (!whole->count)
            whole->begin = i;
        if (is_behind_a_gap(file, part, whole->count)) {
            file->truncated = true;
            continue;
        }
        if (part->number != whole->count)
            return error_set(error,
                             "%s: the chunk at byte %" PRIu64
                             ": number %u of its thread or text, and there are %u before",
                             file->path, part->at, part->number, whole->count);
        whole->count++;
    }
    return true;
}

// ---- packed chunks

static bool map_unpacked(struct recording_file *file, uint64_t events, struct error *error)
{
    file->unpacked_bytes = events * sizeof *file->unpacked;
    void *memory = mmap(NULL, file->unpacked_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        file->unpacked_bytes = 0;
        return error_set(error, "%s: no memory for %" PRIu64 " events", file->path, events);
    }
    file->unpacked = memory;
    return true;
}

static bool unpack_parts(struct recording_file *file, struct error *error)
{
    uint64_t events = 0;
    for (uint32_t i = 0; i < file->parts.size; i++)
        events += file->parts.data[i].chunk == RECORDING_PACKED ? file->parts.data[i].slots : 0;
    if (!events)
        return true;
    if (!map_unpacked(file, events, error))
        return false;
    struct recording_event *to = file->unpacked;
    for (uint32_t i = 0; i < file->parts.size; i++) {
        struct recording_part *part = &file->parts.data[i];
        if (part->chunk != RECORDING_PACKED || !part->slots)
            continue;
        if (!unpack_events(file->bytes + part->at + HEADER_BYTES, part->bytes, to))
            return error_set(error, "%s: the chunk at byte %" PRIu64 ": its packed events are damaged",
                             file->path, part->at);
        part->events = to;
        to += part->slots;
    }
    return true;
}

// qsort has no place for the file.
struct part_address {
    uintptr_t events;
    uint32_t part;
};

static int compare_part_addresses(const void *left, const void *right)
{
    const struct part_address *a = left, *b = right;
    return (a->events > b->events) - (a->events < b->events);
}

static void order_parts(struct recording_file *file)
{
    VECTOR(struct part_address) order = {0};
    for (uint32_t i = 0; i < file->parts.size; i++)
        if (file->parts.data[i].events)
            vector_push(&order, (struct part_address){(uintptr_t)file->parts.data[i].events, i});
    if (order.size)
        qsort(order.data, order.size, sizeof *order.data, compare_part_addresses);
    for (uint32_t i = 0; i < order.size; i++)
        vector_push(&file->by_events, order.data[i].part);
    vector_free(&order);
}

// Leaves out the chunks that were emptied while the file was copied: what was read is not of one number. Of a
// program that is still being recorded.
static void drop_emptied(struct recording_file *file, int descriptor)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < file->parts.size; i++) {
        const struct recording_part part = file->parts.data[i];
        struct recording_chunk now;
        if (part.chunk != RECORDING_CURRENT ||
            (pread(descriptor, &now, sizeof now, (off_t)part.at) == (ssize_t)sizeof now &&
             memcmp(file->bytes + part.at, &now, sizeof now) == 0))
            file->parts.data[kept++] = part;
    }
    file->truncated |= kept < file->parts.size;
    file->parts.size = kept;
}

bool recording_find_chunks(struct recording_file *file, int descriptor, struct error *error)
{
    file->truncated = file->size < file->header->size;
    for (uint64_t at = RECORDING_CHUNK; file->size > at && file->size - at > HEADER_BYTES;) {
        const struct recording_chunk *chunk = (const void *)(file->bytes + at);
        if (chunk->kind != RECORDING_UNUSED && !add_chunk(file, at, error))
            return false;
        if (file->parts.size >= MEMORY_MOST_ELEMENTS / 2)
            return error_set(error, "%s: too many chunks", file->path);
        at += recording_chunk_bytes(chunk);
    }
    if (!file->mapped && !(file->header->flags & RECORDING_ENDED))
        drop_emptied(file, descriptor);
    if (!sort_parts(file, error) || !unpack_parts(file, error))
        return false;
    order_parts(file);
    return true;
}

// ---- whose an event is

// The part that has the event.
static const struct recording_part *part_with(const struct recording_file *file,
                                              const struct recording_event *event)
{
    uint32_t first = 0, count = file->by_events.size;
    while (count > 1) {
        uint32_t half = count / 2;
        const struct recording_part *middle = &file->parts.data[file->by_events.data[first + half]];
        if ((uintptr_t)middle->events <= (uintptr_t)event)
            first += half;
        count = (uintptr_t)middle->events <= (uintptr_t)event ? count - half : half;
    }
    return &file->parts.data[file->by_events.data[first]];
}

uint64_t recording_event_number(const struct recording_file *file, const struct recording_event *event)
{
    const unsigned char *at = (const void *)event, *unpacked = (const void *)file->unpacked;
    return unpacked && (uintptr_t)at - (uintptr_t)unpacked < file->unpacked_bytes
               ? file->size + (uint64_t)(at - unpacked)
               : (uint64_t)(at - file->bytes);
}

uint64_t recording_chunk_of(const struct recording_file *file, const struct recording_event *event,
                            uint32_t *slot)
{
    const struct recording_part *part = part_with(file, event);
    *slot = (uint32_t)(event - part->events);
    return part->at;
}

uint32_t recording_thread_of(const struct recording_file *file, const struct recording_event *event)
{
    return part_with(file, event)->thread;
}
