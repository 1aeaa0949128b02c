#include "record/reach.h"

#include "record/recorder.h"
#include "record/steer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OBJECTS = 16, WORDS = 64 };
// How much is looked at for pointers of variables on the stack, whose ends are not known, and how far away.
enum { STACK_BYTES = 256, STACK_MOST = 1 << 23 };

// ---- variables by address

static const struct recorder_name **names; // by address; NULL: there was no memory

static int compare_name_addresses(const void *left, const void *right)
{
    const struct recorder_name *a = *(const struct recorder_name *const *)left,
                               *b = *(const struct recorder_name *const *)right;
    return (a->address > b->address) - (a->address < b->address);
}

void reach_start(void)
{
    uint64_t count = heddle_recording_name_count;
    void *memory =
        mmap(NULL, (count + 1) * sizeof *names, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    const struct recorder_name **sorted = memory;
    for (uint64_t i = 0; i < count; i++)
        sorted[i] = &heddle_recording_names[i];
    qsort((void *)sorted, count, sizeof *sorted, compare_name_addresses);
    names = sorted;
}

static const struct recorder_name *name_at(const void *address)
{
    uint64_t low = 0, high = names ? heddle_recording_name_count : 0;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if ((uint64_t)names[middle]->address <= (uint64_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct recorder_name *name = low ? names[low - 1] : NULL;
    return name && (uint64_t)address - (uint64_t)name->address < name->size ? name : NULL;
}

bool reach_object(const void *address, const void **start, uint64_t *size)
{
    const struct recorder_name *name = name_at(address);
    if (!name)
        return blocks_find(address, start, size);
    *start = name->address;
    *size = name->size;
    return true;
}

// ---- pointers

struct reached_object {
    const void *start;
    uint64_t size;
    bool known; // where it begins and ends
};

// The memory may go at any moment: another thread may release it.
static unsigned read_object_words(const struct reached_object *object, const void **words)
{
    uint64_t bytes = object->size < WORDS * sizeof *words ? object->size : WORDS * sizeof *words;
    const struct iovec from = {(void *)object->start, bytes}, to = {(void *)words, bytes};
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    long done = syscall(SYS_process_vm_readv, syscall(SYS_getpid), &to, 1L, &from, 1L, 0L);
    return done <= 0 ? 0 : (unsigned)((uint64_t)done / sizeof *words);
}

static void add_object(struct reached_object *objects, unsigned *count, const void *pointer)
{
    struct reached_object found;
    if (*count == OBJECTS)
        return;
    found.known = reach_object(pointer, &found.start, &found.size);
    if (!found.known && (uint64_t)pointer - (uint64_t)__builtin_frame_address(0) < STACK_MOST) {
        found.start = pointer;
        found.size = STACK_BYTES;
    } else if (!found.known)
        return;
    for (unsigned i = 0; i < *count; i++)
        if ((uint64_t)found.start - (uint64_t)objects[i].start < objects[i].size)
            return;
    objects[(*count)++] = found;
}

static void record_object(const struct reached_object *object, bool kept)
{
    recorder_event(RECORDED_MAY_READ, RECORDED_REACHED, 0, object->start, object->size);
    recorder_event(RECORDED_MAY_WRITE, RECORDED_REACHED | (kept ? (unsigned)RECORDED_KEPT : 0), 0,
                   object->start, object->size);
}

void reach_record(const void *start, uint64_t size, bool kept)
{
    struct reached_object objects[OBJECTS] = {{start, size, true}};
    const void *words[WORDS];
    unsigned count = 1;
    if (steering) { // as many as in the recorded run
        while (steer_expects_reached(heddle_recording_place))
            record_object(&objects[0], kept);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned pointers =
            (uint64_t)objects[i].start % sizeof *words ? 0 : read_object_words(&objects[i], words);
        for (unsigned k = 0; k < pointers; k++)
            add_object(objects, &count, words[k]);
        if (i && objects[i].known)
            record_object(&objects[i], kept);
    }
}
