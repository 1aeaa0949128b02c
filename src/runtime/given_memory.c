// <stdio.h>: fmemopen. Such a stream is one over a file of its own without a name, whose contents are the
// memory: read when the stream's buffer is filled, and written when that is written, as in glibc.
#include "runtime/file_streams.h"

// `node.size`: how much is read, and where appending begins; `node.capacity`: all of the memory.
struct memory {
    struct runtime_node node;
    struct runtime_description *description; // the only one
    bool appends, is_read;
};

// A zero is written behind what makes the contents longer, or in the last byte's place if there is no room.
static void end_contents(struct runtime_node *node, bool appends)
{
    if (node->size < node->capacity)
        node->data[node->size] = 0;
    else if (!appends)
        node->data[node->capacity - 1] = 0;
}

static ssize_t write_memory(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    struct memory *memory = (struct memory *)node;
    uint64_t *place = &memory->description->place, begin = memory->appends ? node->size : *place;
    bool needs_end = from[count - 1] != 0;
    (void)waits;
    if (count >= RUNTIME_STREAM_BUFFER)
        __heddle_unmodelled("more than 4095 bytes at a time for a stream over memory"); // glibc's has 8192
    if (begin + count > node->capacity) {
        if (memory->is_read)
            __heddle_unmodelled(
                "a stream over memory that is read, too, and has no room for what is written");
        if (*place + needs_end >= node->capacity || begin >= node->capacity)
            return -ENOSPC;
        count = (size_t)(node->capacity - begin);
    }
    memcpy(node->data + begin, from, count);
    *place = begin + count;
    if (*place > node->size) {
        node->size = *place;
        if (needs_end)
            end_contents(node, memory->appends);
    }
    return (ssize_t)count;
}

static const struct runtime_operations operations = {.write = write_memory};

// Only so that such a stream has no descriptor: what it holds is the program's memory.
static int show_nothing(FILE *stream)
{
    (void)stream;
    return 0;
}

// How much of the memory is contents at the start.
static size_t contents(const char *memory, size_t size, const char *mode)
{
    return *mode == 'r' ? size : *mode == 'a' ? __runtime_length_within(memory, size) : 0;
}

// In an atomic section.
static int make_over(FILE *stream, struct memory *memory, int flags)
{
    int descriptor = __runtime_open_node(&memory->node, OPEN_BOTH, RUNTIME_FIRST_HIDDEN);
    if (descriptor < 0)
        return descriptor;
    memory->description = __runtime_description(descriptor);
    __runtime_set_stream(stream, descriptor, flags);
    if (memory->appends)
        memory->description->place = memory->node.size;
    return descriptor;
}

static int flags_of(const char *mode)
{
    for (const char *letter = mode; *letter && *letter != ','; letter++)
        if (*letter == '+')
            return OPEN_BOTH;
    return *mode == 'r' ? OPEN_READ : OPEN_WRITE;
}

static struct memory *make_memory(char *bytes, size_t size, const char *mode)
{
    struct memory *memory = __heddle_new(sizeof *memory);
    if (!memory)
        return NULL;
    memory->node = (struct runtime_node){.mode = MODE_FILE | 0600,
                                         .allocated = true,
                                         .operations = &operations,
                                         .data = bytes ? bytes : __heddle_new(size),
                                         .data_allocated = !bytes,
                                         .capacity = size};
    memory->appends = *mode == 'a';
    memory->is_read = flags_of(mode) == OPEN_BOTH;
    if (!memory->node.data) {
        free(memory);
        return NULL;
    }
    if (bytes && *mode == 'w' && flags_of(mode) == OPEN_BOTH)
        *bytes = 0;
    memory->node.size = contents(memory->node.data, size, mode);
    return memory;
}

FILE *fmemopen(void *restrict bytes, size_t size, const char *restrict mode)
{
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        errno = EINVAL;
        return NULL;
    }
    if (!size || (!bytes && *mode == 'r')) {
        __heddle_unmodelled_value("fmemopen of no bytes, or without memory for reading");
        return NULL;
    }
    MAY_BE_CANCELLED;
    __runtime_locks_streams();
    __runtime_shows_files();
    FILE *stream = __runtime_new_stream();
    struct memory *memory = stream ? make_memory(bytes, size, mode) : NULL;
    if (!memory) {
        free(stream);
        errno = ENOMEM;
        return NULL;
    }
    heddle_atomic_begin();
    int descriptor = make_over(stream, memory, flags_of(mode) | (*mode == 'a' ? OPEN_APPEND : 0));
    heddle_atomic_end();
    if (descriptor == -EMFILE)
        __heddle_unmodelled("so many streams over memory at a time");
    if (descriptor < 0) {
        __runtime_release_node(&memory->node);
        free(stream);
        errno = ENOMEM;
        return NULL;
    }
    stream->shown.update = show_nothing;
    return stream;
}
