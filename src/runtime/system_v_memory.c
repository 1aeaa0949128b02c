// <sys/shm.h>: shared memory. What a segment holds is in a mapping while it is attached, once at a time, and
// else in a block of the heap.
#include "runtime/mapping.h"
#include "runtime/system_v.h"

enum { READ_ONLY = 010000 };

struct segment {
    size_t size;    // in whole pages
    size_t asked;   // for
    char *attached; // NULL: it is not
    char *kept;     // what it holds meanwhile; NULL: zeroes
    int identifier;
    bool is_removed; // with the last detachment
};
static struct runtime_ipc_table table;

static int make_segment(int key, size_t size, int flags)
{
    struct segment *segment = __heddle_new(sizeof *segment);
    if (!segment)
        return -ENOMEM;
    segment->asked = size;
    segment->size = __runtime_whole_pages(size);
    return segment->identifier = __runtime_ipc_add(&table, key, flags, segment);
}

static int get_segment(int key, size_t size, int flags)
{
    int found = __runtime_ipc_find(&table, key, flags);
    if (found >= 0)
        return size > ((const struct segment *)__runtime_ipc_object(&table, found))->asked ? -EINVAL : found;
    if (found != -ENOENT || (key && !(flags & IPC_CREATE)))
        return found;
    return size && size <= SIZE_MAX / 2 ? make_segment(key, size, flags) : -EINVAL;
}

int shmget(int key, size_t size, int flags)
{
    heddle_atomic_begin();
    int result = get_segment(key, size, flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static int attach(int identifier)
{
    struct segment *segment = __runtime_ipc_object(&table, identifier);
    if (!segment)
        return -EINVAL;
    if (segment->attached)
        __heddle_unmodelled("shmat of a segment that is attached already");
    segment->attached = __heddle_map(segment->size, PAGES_ANY, false);
    if (!segment->attached)
        return -ENOMEM;
    __runtime_maps_shared();
    if (segment->kept) {
        memcpy(segment->attached, segment->kept, segment->size);
        free(segment->kept);
        segment->kept = NULL;
    }
    return 0;
}

void *shmat(int identifier, const void *at, int flags)
{
    void *attached = NULL;
    if (at || flags & READ_ONLY)
        __heddle_unmodelled("shmat at an address, or for reading only");
    heddle_atomic_begin();
    int result = attach(identifier);
    if (!result)
        attached = ((const struct segment *)__runtime_ipc_object(&table, identifier))->attached;
    heddle_atomic_end();
    return attached ? attached : (void *)(intptr_t)__runtime_result(result);
}

static void release_segment(struct segment *segment)
{
    __runtime_ipc_remove(&table, segment->identifier);
    if (segment->kept)
        free(segment->kept);
    free(segment);
}

static int detach(const char *at)
{
    struct segment *segment = NULL;
    for (int k = 0; k < IPC_SLOTS && at; k++) {
        struct segment *other = table.slots[k].object;
        if (other && other->attached == at)
            segment = other;
    }
    if (!segment)
        return -EINVAL;
    if (!segment->is_removed) {
        segment->kept = malloc(segment->size);
        if (!segment->kept)
            __heddle_unmodelled("shmdt without memory for what the segment holds");
        memcpy(segment->kept, segment->attached, segment->size);
    }
    __heddle_unmap(segment->attached, segment->size);
    segment->attached = NULL;
    if (segment->is_removed)
        release_segment(segment);
    return 0;
}

int shmdt(const void *at)
{
    heddle_atomic_begin();
    int result = detach(at);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static int remove_segment(int identifier)
{
    struct segment *segment = __runtime_ipc_object(&table, identifier);
    if (!segment)
        return -EINVAL;
    __runtime_ipc_hide(&table, identifier);
    segment->is_removed = true;
    if (!segment->attached)
        release_segment(segment);
    return 0;
}

int shmctl(int identifier, int command, void *argument)
{
    (void)argument;
    if (command != IPC_REMOVE) {
        __heddle_unmodelled_value("shmctl but for IPC_RMID");
        return __runtime_fail(EINVAL);
    }
    heddle_atomic_begin();
    int result = remove_segment(identifier);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}
