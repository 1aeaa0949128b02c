#include "record/rotation.h"

#include "record/chunks.h"
#include "record/window.h"

#include <errno.h>

// Of the room that a part has when it has begun, it is to use so much: the rest is for the time until there
// is a moment to begin the next one.
enum { SHARE = 7, SHARE_OF = 8 };
// The least room for that, in bytes; and the number of a thread from which on another part is due: predicting
// takes memory for each pair of threads.
enum { LEAST_ROOM = 8 * RECORDING_CHUNK, LAST_THREAD = 10000 };
// How long is waited between two attempts: twice as long after each one that fails.
enum { FIRST_WAIT = 10000000, LONGEST_WAIT = 1000000000 }; // nanoseconds

static struct {
    bool on, wanted;
    uint64_t share;      // bytes of the file at which the next part is due
    uint64_t next, wait; // when the next attempt may be made, and how long is waited after it, in nanoseconds
} rotation;

static void set_share(uint64_t size)
{
    uint64_t room = chunks_limit() - size;
    rotation.wait = FIRST_WAIT;
    __atomic_store_n(&rotation.share, size + room / SHARE_OF * SHARE, __ATOMIC_RELAXED);
    __atomic_store_n(&rotation.next, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&rotation.wanted, false, __ATOMIC_RELAXED);
}

void rotation_start(void)
{
    set_share(chunks_size());
    rotation.on = true;
}

bool rotation_is_on(void)
{
    return __atomic_load_n(&rotation.on, __ATOMIC_RELAXED);
}

void rotation_give_up(void)
{
    __atomic_store_n(&rotation.on, false, __ATOMIC_RELAXED);
}

bool rotation_wants(void)
{
    return __atomic_load_n(&rotation.wanted, __ATOMIC_RELAXED) && rotation_is_on() &&
           recorder_time() >= __atomic_load_n(&rotation.next, __ATOMIC_RELAXED);
}

void rotation_want(void)
{
    __atomic_store_n(&rotation.wanted, true, __ATOMIC_RELAXED);
}

void rotation_look(void)
{
    if (rotation_is_on() && chunks_size() >= __atomic_load_n(&rotation.share, __ATOMIC_RELAXED))
        rotation_want();
}

void rotation_look_at_threads(uint32_t number)
{
    if (rotation_is_on() && number >= LAST_THREAD)
        rotation_want();
}

void rotation_try(struct recorder_thread *self)
{
    int error = errno;
    if (!window_try(self)) {
        uint64_t wait = __atomic_load_n(&rotation.wait, __ATOMIC_RELAXED);
        __atomic_store_n(&rotation.next, recorder_time() + wait, __ATOMIC_RELAXED);
        __atomic_store_n(&rotation.wait, wait < LONGEST_WAIT / 2 ? 2 * wait : LONGEST_WAIT, __ATOMIC_RELAXED);
    }
    errno = error;
}

bool rotation_is_worth_it(void)
{
    uint64_t size = chunks_size();
    if (size + LEAST_ROOM > chunks_limit())
        return false;
    set_share(size);
    return true;
}
