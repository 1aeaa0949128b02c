// What calls write that may have to wait first. POSIX lets them read the caller's memory at any time of the
// call, and Linux does so before the wait (message queues) or behind it (pipes and sockets). Where other
// threads may change that memory meanwhile, both are explored; who changes what a call reads, and does not
// race with it otherwise, has waited for the call itself.
#include "runtime/files.h"

int __heddle_is_shared(const void *at);
int __heddle_choose(int n);

void __runtime_gather(const struct runtime_part *parts, size_t count, char *to)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(to, parts[i].base, parts[i].length);
        to += parts[i].length;
    }
}

static bool is_shared(const struct runtime_source *source)
{
    if (!source->parts)
        return source->count && __heddle_is_shared(source->bytes);
    for (size_t i = 0; i < source->part_count; i++)
        if (source->parts[i].length && __heddle_is_shared(source->parts[i].base))
            return true;
    return false;
}

void __runtime_release_source(void *source)
{
    char **held = &((struct runtime_source *)source)->held;
    if (*held)
        free(*held);
    *held = NULL;
}

void __runtime_source_begins(struct runtime_source *source)
{
    source->may_change = is_shared(source);
}

void __runtime_source_waits(struct runtime_source *source)
{
    if (!source->may_change)
        return;
    source->may_change = false; // from now on the loop that waits changes nothing
    if (!__heddle_choose(2))
        return;
    if (source->parts) {
        source->is_late = true;
        return;
    }
    source->held = __heddle_new(source->count);
    if (!source->held)
        __heddle_unmodelled("a call that waits to write, without memory for a copy");
    memcpy(source->held, source->bytes, source->count);
    source->bytes = source->held;
}

const char *__runtime_source_at(const struct runtime_source *source, size_t done)
{
    if (source->is_late)
        __runtime_gather(source->parts, source->part_count, source->gathered);
    return source->bytes + done;
}
