// Robust mutexes that threads hold when they end: each is given back by an operation of its own, which is
// ordered with all others on the mutex as an unlock is. Linux goes from the one taken last to the first.
//
// A thread keeps a list of those that it holds, in a block that only it reaches and that its shadow leads to.
// As for the values of keys the shadow holds the complement of the block's address, so that the block does
// not look shared.
#include "machine/memory.h"
#include "machine/native_mutex.h"

enum { HELD_MOST = 63, ENTRY_SIZE = 8 }; // addresses in the order in which the mutexes were taken, then 0

static uint64_t held_link(struct machine *m)
{
    return thread_shadow(m, m->current) + SHADOW_ROBUST;
}

// 0: there is none.
static uint64_t held_block(struct machine *m)
{
    uint64_t link = native_peek(m, held_link(m), 8);
    return link ? ~link : 0;
}

// False: stopped.
static bool make_held_block(struct machine *m, uint64_t *block)
{
    uint32_t object =
        memory_allocate(m, m->current, OBJECT_SHADOW, (HELD_MOST + 1) * ENTRY_SIZE, 16, NO_SITE, true);
    if (object == NO_OBJECT) {
        native_unmodelled(m, "robust mutexes: the address space of the thread is used up");
        return false;
    }
    *block = object_get(m, object)->base;
    return native_store(m, held_link(m), 8, ~*block);
}

static uint64_t held_mutex(const struct machine *m, uint64_t block, uint32_t index)
{
    return native_peek(m, block + (uint64_t)index * ENTRY_SIZE, 8);
}

static bool set_held(struct machine *m, uint64_t block, uint32_t index, uint64_t address)
{
    return native_store(m, block + (uint64_t)index * ENTRY_SIZE, 8, address);
}

// The number of the mutex in the list; of its end: it is not in there.
static uint32_t find_held_mutex(const struct machine *m, uint64_t block, uint64_t address)
{
    uint32_t index = 0;
    for (uint64_t entry; (entry = held_mutex(m, block, index)) && entry != address;)
        index++;
    return index;
}

static bool add_held(struct machine *m, uint64_t block, uint32_t index, uint64_t address)
{
    if (index < HELD_MOST)
        return set_held(m, block, index, address);
    native_unmodelled(m, "more than %u robust mutexes that one thread holds", HELD_MOST);
    return false;
}

static bool remove_held(struct machine *m, uint64_t block, uint32_t index)
{
    for (uint64_t next = 1; next; index++) {
        next = held_mutex(m, block, index + 1);
        if (!set_held(m, block, index, next))
            return false;
    }
    return true;
}

bool robust_stored(struct machine *m, const struct mutex *mutex)
{
    uint64_t block = held_block(m);
    bool holds = mutex->lock && mutex->owner == sync_self(m);
    if (!block && (!holds || !make_held_block(m, &block)))
        return !holds;
    uint32_t index = find_held_mutex(m, block, mutex->address);
    bool listed = held_mutex(m, block, index) != 0;
    if (holds == listed)
        return true;
    return holds ? add_held(m, block, index, mutex->address) : remove_held(m, block, index);
}

// ---- the end of a thread

// A variable of the thread itself that is gone already: natively its memory is still there.
static bool is_own_variable_gone(const struct machine *m, uint64_t address)
{
    const struct object *o = memory_find(m, address);
    return o && o->state != OBJECT_LIVE && (o->kind == OBJECT_STACK || o->kind == OBJECT_THREAD_LOCAL) &&
           o->owner == m->current->number;
}

// False: stopped, to be called again.
static bool give_back_mutex(struct machine *m, uint64_t block, uint32_t index)
{
    uint64_t address = held_mutex(m, block, index);
    if (is_own_variable_gone(m, address))
        return set_held(m, block, index, 0);
    struct operation op = sync_operation(m, OPERATION_MUTEX_OWNER_ENDS, SYNC_MUTEX, address, true);
    if (!operation_begin(m, &op))
        return false;
    struct mutex mutex = mutex_peek(m, address);
    if (!mutex_is_robust(&mutex) || !mutex.lock || mutex.owner != sync_self(m)) // overwritten
        return set_held(m, block, index, 0);
    mutex.lock = mutex.owner = mutex.count = 0;
    if (mutex.recovery != MUTEX_NOT_RECOVERABLE)
        mutex.recovery = MUTEX_INCONSISTENT;
    return mutex_store(m, &mutex) && mutex_note(m, NOTE_RELEASE, &mutex);
}

bool robust_end(struct machine *m)
{
    uint64_t block = held_block(m);
    uint32_t count = block ? find_held_mutex(m, block, 0) : 0;
    while (count > 0)
        if (!give_back_mutex(m, block, --count))
            return false;
    m->state.began = false; // of no native
    return true;
}
