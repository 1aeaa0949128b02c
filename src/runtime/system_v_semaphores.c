// <sys/sem.h>: sets of semaphores, as on Linux. An operation waits until all its parts are possible at once.
#include "runtime/system_v.h"

enum { MOST_SEMAPHORES = 32000, MOST_VALUE = 32767, MOST_OPERATIONS = 500 };
enum { GET_VALUE = 12, GET_ALL = 13, SET_VALUE = 16, SET_ALL = 17 };

struct set {
    int count;
    unsigned short values[];
};
static struct runtime_ipc_table table;

struct operation { // struct sembuf
    unsigned short number;
    short change, flags;
};

static int make_semaphore_set(int key, int count, int flags)
{
    struct set *set = calloc(1, sizeof *set + (size_t)count * sizeof *set->values);
    if (!set)
        return -ENOSPC;
    set->count = count;
    return __runtime_ipc_add(&table, key, flags, set);
}

static int get_semaphore_set(int key, int count, int flags)
{
    int found = __runtime_ipc_find(&table, key, flags);
    if (found >= 0)
        return count > ((const struct set *)__runtime_ipc_object(&table, found))->count ? -EINVAL : found;
    if (found != -ENOENT || (key && !(flags & IPC_CREATE)))
        return found;
    return count ? make_semaphore_set(key, count, flags) : -EINVAL;
}

int semget(int key, int count, int flags)
{
    if (count < 0 || count > MOST_SEMAPHORES)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = get_semaphore_set(key, count, flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

// One part, given what those before have changed. RUNTIME_WAIT: it has to wait.
static int try_part(unsigned short *values, const struct operation *part)
{
    int value = values[part->number];
    if (part->change ? value + part->change < 0 : value)
        return part->flags & IPC_NO_WAIT ? -EAGAIN : RUNTIME_WAIT;
    if (value + part->change > MOST_VALUE)
        return -ERANGE;
    if (part->change)
        values[part->number] = (unsigned short)(value + part->change);
    return 0;
}

static int try_all(int identifier, const struct operation *parts, size_t count, bool has_waited)
{
    struct set *set = __runtime_ipc_object(&table, identifier);
    if (!set)
        return has_waited ? -EIDRM : -EINVAL;
    for (size_t i = 0; i < count; i++)
        if (parts[i].number >= set->count)
            return -EFBIG;
    size_t done = 0;
    int result = 0;
    while (done < count && !(result = try_part(set->values, &parts[done])))
        done++;
    while (result && done--) // one that waits leaves all as it was (docs/awaits.md)
        if (parts[done].change)
            set->values[parts[done].number] =
                (unsigned short)(set->values[parts[done].number] - parts[done].change);
    return result;
}

static int operate(int identifier, const struct operation *from, size_t count, uint64_t patience)
{
    struct operation parts[MOST_OPERATIONS];
    bool slept = false, has_waited = false;
    int result;
    if (count == 0 || count > MOST_OPERATIONS)
        return count ? -E2BIG : -EINVAL;
    memcpy(parts, from, count * sizeof *parts);
    do {
        if (has_waited &&
            IS_INTERRUPTED) // not begun again behind a handler (signal(7)); no point of cancellation
            return -EINTR;
        heddle_atomic_begin();
        result = try_all(identifier, parts, count, has_waited);
        heddle_atomic_end();
        has_waited = true;
    } while (result == RUNTIME_WAIT && __runtime_wait_again(patience, &slept));
    return result;
}

int semop(int identifier, struct operation *parts, size_t count)
{
    return (int)__runtime_result(operate(identifier, parts, count, 0));
}

int semtimedop(int identifier, struct operation *parts, size_t count, const struct timespec *duration)
{
    if (!duration)
        return semop(identifier, parts, count);
    if (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000)
        return __runtime_fail(EINVAL);
    uint64_t patience = (uint64_t)duration->tv_sec * 1000000000 + (uint64_t)duration->tv_nsec;
    return (int)__runtime_result(operate(identifier, parts, count, patience ? patience : 1));
}

// ---- what else there is to do with a set

union argument { // union semun
    int value;
    unsigned short *values;
};

// What is read into or written from the caller's memory, behind a section or before it.
struct copies {
    unsigned short *values;
    int count;
};

static int control_semaphore_set(int identifier, int number, int command, int value, const struct copies *all)
{
    struct set *set = __runtime_ipc_object(&table, identifier);
    if (!set)
        return -EINVAL;
    if ((command == GET_VALUE || command == SET_VALUE) && (number < 0 || number >= set->count))
        return -EINVAL;
    switch (command) {
    case IPC_REMOVE:
        __runtime_ipc_remove(&table, identifier);
        free(set);
        return 0;
    case GET_VALUE: return set->values[number];
    case SET_VALUE:
        if (value < 0 || value > MOST_VALUE)
            return -ERANGE;
        set->values[number] = (unsigned short)value;
        return 0;
    case GET_ALL: memcpy(all->values, set->values, (size_t)all->count * sizeof *all->values); return 0;
    case SET_ALL:
        for (int i = 0; i < all->count; i++)
            if (all->values[i] > MOST_VALUE)
                return -ERANGE;
        memcpy(set->values, all->values, (size_t)all->count * sizeof *all->values);
        return 0;
    }
    __heddle_unmodelled_value("this command of semctl");
    return -EINVAL;
}

static int count_of_set(int identifier)
{
    heddle_atomic_begin();
    const struct set *set = __runtime_ipc_object(&table, identifier);
    int count = set ? set->count : -1;
    heddle_atomic_end();
    return count;
}

static int control_all(int identifier, int command, unsigned short *values)
{
    struct copies all = {.count = count_of_set(identifier)};
    if (all.count < 0)
        return -EINVAL;
    size_t bytes = (size_t)all.count * sizeof *all.values;
    all.values = __heddle_new(bytes);
    if (!all.values)
        return -ENOMEM;
    if (command == SET_ALL)
        memcpy(all.values, values, bytes);
    heddle_atomic_begin();
    int result = control_semaphore_set(identifier, 0, command, 0, &all);
    heddle_atomic_end();
    if (command == GET_ALL && result >= 0)
        memcpy(values, all.values, bytes);
    free(all.values);
    return result;
}

int semctl(int identifier, int number, int command, ...)
{
    union argument argument = {0};
    if (command == SET_VALUE || command == SET_ALL || command == GET_ALL) {
        va_list list;
        va_start(list, command);
        argument = va_arg(list, union argument);
        va_end(list);
    }
    if (command == SET_ALL || command == GET_ALL)
        return (int)__runtime_result(control_all(identifier, command, argument.values));
    heddle_atomic_begin();
    int result = control_semaphore_set(identifier, number, command, argument.value, NULL);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}
