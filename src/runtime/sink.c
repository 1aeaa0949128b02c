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

void __runtime_sink_fill(struct runtime_sink *sink, char character, int count)
{
    if (count > 0)
        sink->count += (unsigned)count;
    for (; count > 0; count--)
        __runtime_sink_put(sink, character);
}

void __runtime_sink_write(struct runtime_sink *sink, const char *bytes, size_t count)
{
    sink->count += (unsigned)count;
    // Into memory of the program's own, byte by byte: others may look on.
    bool is_private = sink->descriptor >= 0 || sink->grows;
    if (is_private && count <= sink->size - sink->used) {
        memcpy(sink->out + sink->used, bytes, count);
        sink->used += count;
        return;
    }
    for (size_t i = 0; i < count; i++)
        __runtime_sink_put(sink, bytes[i]);
}

void __runtime_sink_flush(struct runtime_sink *sink)
{
    if (sink->used && sink->descriptor != RUNTIME_NOWHERE)
        __heddle_output(sink->descriptor, sink->out, sink->used);
    sink->used = 0;
}
