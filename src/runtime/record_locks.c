// Locks of parts of files: fcntl, lockf. Those of F_SETLK belong to the process: they never keep another
// thread of it out, and closing any descriptor of the file ends them. Those of F_OFD_SETLK belong to an open
// file description, and so do those of flock, which are of whole files and of a kind of their own.
#include "runtime/files.h"

enum { READ_LOCK = 0, WRITE_LOCK = 1, NO_LOCK = 2 };
enum { FROM_START = 0, FROM_PLACE = 1, FROM_END = 2 };

int getpid(void);

// <fcntl.h>: struct flock64, and struct flock, which differs where long has 32 bits.
struct record {
    short type, whence;
    long long start, length;
    int process;
};
struct narrow_record {
    short type, whence;
    long start, length;
    int process;
};

// Bytes from `begin` on; TO_END: all that will ever be there.
#define TO_END UINT64_MAX
struct range {
    uint64_t begin, end;
};

struct runtime_lock {
    struct runtime_lock *next; // of the same node
    struct range range;
    const struct runtime_description *owner; // NULL: the process
    bool writes;
    bool is_whole; // of flock
};

enum action { ASK, TRY, WAIT };

struct lock_command {
    int number;
    uint8_t action; // enum action
    bool of_description, narrow;
};

static const struct lock_command commands[] = {
    {5, ASK, false, sizeof(long) == 4},
    {6, TRY, false, sizeof(long) == 4},
    {7, WAIT, false, sizeof(long) == 4},
#if __SIZEOF_LONG__ == 4
    {12, ASK, false, false},
    {13, TRY, false, false},
    {14, WAIT, false, false},
#endif
    {36, ASK, true, false},
    {37, TRY, true, false},
    {38, WAIT, true, false},
};

static const struct lock_command *find_command(int number)
{
    for (unsigned k = 0; k < sizeof commands / sizeof *commands; k++)
        if (commands[k].number == number)
            return &commands[k];
    return NULL;
}

bool __runtime_is_lock_command(int command)
{
    return find_command(command);
}

// ---- ranges

static int find_range(const struct runtime_description *description, const struct record *record,
                      struct range *range)
{
    long long from = 0, begin, end;
    if (record->whence != FROM_START && !__heddle_files_are_read())
        __heddle_unmodelled_value(
            "a lock by its distance from a place in a file, where no contents are read");
    switch (record->whence) {
    case FROM_START: break;
    case FROM_PLACE: from = (long long)description->place; break;
    case FROM_END: from = (long long)description->node->size; break;
    default: return -EINVAL;
    }
    if (__builtin_add_overflow(from, record->start, &begin) ||
        __builtin_add_overflow(begin, record->length, &end))
        return -EOVERFLOW;
    if (record->length < 0) {
        long long behind = begin;
        begin = end;
        end = behind;
    }
    if (begin < 0)
        return -EINVAL;
    *range = (struct range){(uint64_t)begin, record->length ? (uint64_t)end : TO_END};
    return 0;
}

static bool overlap(const struct range *a, const struct range *b)
{
    return a->begin < b->end && b->begin < a->end;
}

// ---- the locks of a node

// A lock of another owner that keeps such a lock out; NULL: there is none.
static struct runtime_lock *find_conflict(const struct runtime_node *node,
                                          const struct runtime_description *owner, const struct range *range,
                                          bool writes)
{
    for (struct runtime_lock *lock = node->locks; lock; lock = lock->next)
        if (!lock->is_whole && lock->owner != owner && (lock->writes || writes) &&
            overlap(&lock->range, range))
            return lock;
    return NULL;
}

static struct runtime_lock *add_record_lock(struct runtime_node *node,
                                            const struct runtime_description *owner, struct range range,
                                            bool writes)
{
    struct runtime_lock *lock = __heddle_new(sizeof *lock);
    if (lock) {
        *lock = (struct runtime_lock){node->locks, range, owner, writes, false};
        node->locks = lock;
    }
    return lock;
}

// The owner has no lock in the range any more. False: no memory for what is left on both sides of it.
static bool cut(struct runtime_node *node, const struct runtime_description *owner, const struct range *range)
{
    for (struct runtime_lock **link = &node->locks; *link;) {
        struct runtime_lock *lock = *link;
        if (lock->is_whole || lock->owner != owner || !overlap(&lock->range, range)) {
            link = &lock->next;
            continue;
        }
        bool before = lock->range.begin<range->begin, behind = lock->range.end> range->end;
        if (before && behind) {
            if (!add_record_lock(node, owner, (struct range){range->end, lock->range.end}, lock->writes))
                return false;
            lock->range.end = range->begin;
            return true; // the owner's locks do not overlap
        }
        if (before)
            lock->range.end = range->begin;
        else if (behind)
            lock->range.begin = range->end;
        else {
            *link = lock->next;
            free(lock);
            continue;
        }
        link = &lock->next;
    }
    return true;
}

// Of a description that is closed: the process's locks go with any, its own with its last descriptor.
static void drop_record_locks(struct runtime_node *node, const struct runtime_description *description,
                              bool is_last)
{
    for (struct runtime_lock **link = &node->locks; *link;) {
        struct runtime_lock *lock = *link;
        if (lock->owner && (lock->owner != description || !is_last)) {
            link = &lock->next;
            continue;
        }
        *link = lock->next;
        free(lock);
    }
}

// ---- commands

static int ask(const struct runtime_node *node, const struct runtime_description *owner,
               const struct range *range, struct record *record)
{
    const struct runtime_lock *lock = find_conflict(node, owner, range, record->type == WRITE_LOCK);
    if (!lock) {
        record->type = NO_LOCK;
        return 0;
    }
    record->type = lock->writes ? WRITE_LOCK : READ_LOCK;
    record->whence = FROM_START;
    record->start = (long long)lock->range.begin;
    record->length = lock->range.end == TO_END ? 0 : (long long)(lock->range.end - lock->range.begin);
    record->process = lock->owner ? -1 : getpid();
    return 0;
}

static int set_record_lock(struct runtime_node *node, const struct runtime_description *owner,
                           const struct range *range, int type)
{
    if (type != NO_LOCK && find_conflict(node, owner, range, type == WRITE_LOCK))
        return RUNTIME_WAIT;
    node->drop_locks = drop_record_locks;
    if (!cut(node, owner, range) ||
        (type != NO_LOCK && !add_record_lock(node, owner, *range, type == WRITE_LOCK)))
        return -ENOLCK;
    return 0;
}

// One attempt, within a section. `*waited_for`: the description of the attempt before.
static int attempt(int descriptor, const struct lock_command *command, struct record *record,
                   const struct runtime_description **waited_for)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    struct range range;
    __runtime_check_children();
    if (*waited_for && description != *waited_for)
        __heddle_unmodelled("a lock that is waited for, by a descriptor that another thread closes");
    if (!description)
        return -EBADF;
    int type = record->type, access = description->flags & OPEN_ACCESS;
    if (type != READ_LOCK && type != WRITE_LOCK && (type != NO_LOCK || command->action == ASK))
        return -EINVAL;
    if (command->of_description && record->process)
        return -EINVAL;
    int result = find_range(description, record, &range);
    if (result)
        return result;
    const struct runtime_description *owner = command->of_description ? description : NULL;
    if (command->action == ASK)
        return ask(description->node, owner, &range, record);
    if (access == (type == READ_LOCK ? OPEN_WRITE : OPEN_READ) && type != NO_LOCK)
        return -EBADF;
    result = set_record_lock(description->node, owner, &range, type);
    if (result == RUNTIME_WAIT && command->action == WAIT)
        *waited_for = description;
    return result;
}

static int run_lock_command(int descriptor, const struct lock_command *command, struct record *record)
{
    const struct runtime_description *waited_for = NULL;
    int result;
    do {
        if (command->action == WAIT)
            WAITING_POINT;
        heddle_atomic_begin();
        result = attempt(descriptor, command, record, &waited_for);
        heddle_atomic_end();
    } while (result == RUNTIME_WAIT && command->action == WAIT);
    return (int)__runtime_result(result);
}

int __runtime_record_lock(int descriptor, int number, void *argument)
{
    const struct lock_command *command = find_command(number);
    struct record record;
    if (!command->narrow) {
        record = *(const struct record *)argument;
        int result = run_lock_command(descriptor, command, &record);
        if (result == 0 && command->action == ASK)
            *(struct record *)argument = record;
        return result;
    }
    struct narrow_record *narrow = argument;
    record = (struct record){narrow->type, narrow->whence, narrow->start, narrow->length, narrow->process};
    int result = run_lock_command(descriptor, command, &record);
    if (result == 0 && command->action == ASK)
        *narrow = (struct narrow_record){record.type, record.whence, (long)record.start, (long)record.length,
                                         record.process};
    return result;
}

int lockf64(int descriptor, int action, long long length)
{
    enum { UNLOCK = 0, LOCK = 1, TRY_LOCK = 2, TEST = 3 };
    static const struct lock_command by_action[] = {
        [UNLOCK] = {0, TRY, false, false},
        [LOCK] = {0, WAIT, false, false},
        [TRY_LOCK] = {0, TRY, false, false},
        [TEST] = {0, ASK, false, false},
    };
    struct record record = {action == UNLOCK ? NO_LOCK : WRITE_LOCK, FROM_PLACE, 0, length, 0};
    __runtime_shows_files(); // it is from the place in the file on
    if (action < UNLOCK || action > TEST)
        return __runtime_fail(EINVAL);
    int result = run_lock_command(descriptor, &by_action[action], &record);
    if (result == 0 && action == TEST && record.type != NO_LOCK)
        return __runtime_fail(EACCES);
    return result;
}

int lockf(int descriptor, int action, long length)
{
    return lockf64(descriptor, action, length);
}

// ---- flock

static struct runtime_lock *find_whole(const struct runtime_node *node,
                                       const struct runtime_description *owner)
{
    struct runtime_lock *lock = node->locks;
    while (lock && !(lock->is_whole && lock->owner == owner))
        lock = lock->next;
    return lock;
}

static void remove_lock(struct runtime_node *node, struct runtime_lock *lock)
{
    struct runtime_lock **link = &node->locks;
    while (*link != lock)
        link = &(*link)->next;
    *link = lock->next;
    free(lock);
}

// As Linux has it, a lock of the other kind is given up first, whether the new one can be had or not.
static int give_up_whole(int descriptor, int type)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    __runtime_check_children();
    if (!description)
        return -EBADF;
    struct runtime_lock *lock = find_whole(description->node, description);
    if (lock && (type == NO_LOCK || lock->writes != (type == WRITE_LOCK)))
        remove_lock(description->node, lock);
    return 0;
}

static int take_whole(int descriptor, bool writes, const struct runtime_description **waited_for)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    if (*waited_for && description != *waited_for)
        __heddle_unmodelled("a lock that is waited for, by a descriptor that another thread closes");
    if (!description)
        return -EBADF;
    struct runtime_node *node = description->node;
    if (find_whole(node, description))
        return 0;
    for (const struct runtime_lock *lock = node->locks; lock; lock = lock->next)
        if (lock->is_whole && (lock->writes || writes)) {
            *waited_for = description;
            return RUNTIME_WAIT;
        }
    struct runtime_lock *lock = add_record_lock(node, description, (struct range){0, TO_END}, writes);
    if (!lock)
        return -ENOLCK;
    lock->is_whole = true;
    node->drop_locks = drop_record_locks;
    return 0;
}

int flock(int descriptor, int operation)
{
    enum { SHARED = 1, EXCLUSIVE = 2, NON_BLOCKING = 4, UNLOCK = 8 };
    const struct runtime_description *waited_for = NULL;
    int plain = operation & ~NON_BLOCKING;
    if (plain != SHARED && plain != EXCLUSIVE && plain != UNLOCK)
        return __runtime_fail(EINVAL);
    int type = plain == SHARED ? READ_LOCK : plain == EXCLUSIVE ? WRITE_LOCK : NO_LOCK;
    heddle_atomic_begin();
    int result = give_up_whole(descriptor, type);
    heddle_atomic_end();
    if (result || type == NO_LOCK)
        return (int)__runtime_result(result);
    do {
        if (__heddle_signals_are_sent())
            __heddle_may_wait();
        heddle_atomic_begin();
        result = take_whole(descriptor, type == WRITE_LOCK, &waited_for);
        heddle_atomic_end();
    } while (result == RUNTIME_WAIT && !(operation & NON_BLOCKING));
    return (int)__runtime_result(result);
}
