// Where formatted characters go.
#include "runtime/format.h"

bool __runtime_sink_extend(struct runtime_sink *sink)
{
    if (sink->descriptor >= 0) {
        __runtime_sink_flush(sink);
        return true;
    }
    if (!sink->grows || sink->failed)
        return false;
    size_t size = sink->size ? 2 * sink->size : 64;
    char *out = realloc(sink->out, size);
    sink->failed = !out;
    if (out) {
        sink->out = out;
        sink->size = size;
    }
    return out;
}

static struct runtime_piece *new_piece(struct runtime_pieces *pieces)
{
    if (pieces->count == pieces->room) {
        size_t room = 2 * pieces->room, size = room * sizeof *pieces->texts;
        bool was_small = pieces->texts == pieces->small;
        struct runtime_piece *texts = was_small ? malloc(size) : realloc(pieces->texts, size);
        pieces->failed |= !texts;
        if (!texts)
            return NULL;
        if (was_small)
            memcpy(texts, pieces->small, sizeof pieces->small);
        pieces->texts = texts;
        pieces->room = room;
    }
    return &pieces->texts[pieces->count++];
}

void __runtime_sink_note_text(struct runtime_sink *sink, size_t begin)
{
    struct runtime_piece *piece = sink->pieces && begin < sink->used ? new_piece(sink->pieces) : NULL;
    if (piece)
        *piece = (struct runtime_piece){begin, sink->used};
}

void __runtime_sink_fill(struct runtime_sink *sink, char character, int count)
{
    enum { AT_ONCE = 16 }; // glibc's padding
    if (count > 0)
        sink->count += (unsigned)count;
    for (int done = 0; done < count;) {
        size_t begin = sink->used;
        for (int end = count - done < AT_ONCE ? count : done + AT_ONCE; done < end; done++)
            __runtime_sink_put(sink, character);
        __runtime_sink_note_text(sink, begin);
    }
}

void __runtime_sink_write(struct runtime_sink *sink, const char *bytes, size_t count)
{
    sink->count += (unsigned)count;
    // Into memory of the program's own, byte by byte: others may look on.
    bool is_private = sink->descriptor >= 0 || sink->grows;
    size_t begin = sink->used;
    if (is_private && count <= sink->size - sink->used) {
        memcpy(sink->out + sink->used, bytes, count);
        sink->used += count;
    } else {
        for (size_t i = 0; i < count; i++)
            __runtime_sink_put(sink, bytes[i]);
    }
    __runtime_sink_note_text(sink, begin);
}

void __runtime_sink_flush(struct runtime_sink *sink)
{
    if (sink->used && sink->descriptor != RUNTIME_NOWHERE)
        __heddle_output(sink->descriptor, sink->out, sink->used);
    sink->used = 0;
}
