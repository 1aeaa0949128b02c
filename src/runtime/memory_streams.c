// <stdio.h>: open_memstream (fmemopen: given_memory.c). Such a stream is one over a file of its own without a
// name; what it holds is copied to a block of the heap where POSIX has it seen: by fflush, and by fclose.
#include "runtime/file_streams.h"

// The block is kept as long as what it holds does not grow.
static int show(FILE *stream)
{
    size_t size = 0, place = 0;
    char *bytes = NULL;
    heddle_atomic_begin();
    const struct runtime_description *description = __runtime_description(stream->descriptor);
    if (description && __runtime_is_kind(description->node, MODE_FILE)) {
        size = (size_t)description->node->size;
        place = (size_t)description->place;
        bool is_shown = stream->shown.block && stream->shown.size == size;
        bytes = is_shown ? stream->shown.block : realloc(stream->shown.block, size + 1);
    }
    if (bytes)
        bytes[size] = 0; // as glibc does each time: the program may have released the block
    if (bytes && (bytes != stream->shown.block || stream->shown.size != size)) {
        if (size)
            memcpy(bytes, description->node->data, size);
        stream->shown.block = bytes;
        stream->shown.size = size;
    }
    heddle_atomic_end();
    if (!description)
        __heddle_unmodelled("a stream over memory after its descriptor was closed");
    if (!bytes)
        return __runtime_fail(ENOMEM);
    *stream->shown.text = bytes;
    *stream->shown.length = place < size ? place : size;
    return 0;
}

static int make_memory_stream(FILE *stream)
{
    struct runtime_node *node = __runtime_new_node(MODE_FILE | 0600);
    int descriptor = node ? __runtime_open_node(node, OPEN_BOTH, RUNTIME_FIRST_HIDDEN) : -ENOMEM;
    if (descriptor >= 0)
        __runtime_set_stream(stream, descriptor, OPEN_WRITE);
    else if (node)
        __runtime_release_node(node);
    return descriptor;
}

bool __runtime_has_memory_streams; // changes once, in an atomic section

FILE *open_memstream(char **text, size_t *length)
{
    MAY_BE_CANCELLED;
    __runtime_locks_streams(); // showing takes more than a section
    __runtime_shows_files();
    FILE *stream = __runtime_new_stream();
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int descriptor = make_memory_stream(stream);
    if (!__runtime_has_memory_streams)
        __runtime_has_memory_streams = true;
    heddle_atomic_end();
    if (descriptor == -EMFILE)
        __heddle_unmodelled("so many streams over memory at a time");
    if (descriptor < 0) {
        free(stream);
        errno = ENOMEM;
        return NULL;
    }
    stream->shown.text = text;
    stream->shown.length = length;
    stream->shown.update = show;
    return stream;
}
