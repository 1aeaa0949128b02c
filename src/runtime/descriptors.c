// <fcntl.h>, <unistd.h>: descriptors and what is done with them. Waiting is a loop of atomic sections that
// change nothing as long as they have to wait (docs/awaits.md).
#include "runtime/files.h"

typedef long long offset64;

struct runtime_node __runtime_input = {
    .mode = MODE_DEVICE | 0620, .names = 1, .users = 1, .device = DEVICE_INPUT, .given = &__runtime_given};
static struct runtime_node output = {
    .mode = MODE_DEVICE | 0620, .names = 1, .users = 2, .device = DEVICE_OUTPUT};
static struct runtime_description standard[] = {{.node = &__runtime_input, .flags = OPEN_READ, .users = 1},
                                                {.node = &output, .flags = OPEN_WRITE, .users = 1},
                                                {.node = &output, .flags = OPEN_WRITE, .users = 1}};
struct runtime_slot __runtime_slots[RUNTIME_DESCRIPTORS] = {
    {&standard[0], false, 0}, {&standard[1], false, 0}, {&standard[2], false, 0}};

static ssize_t write_file(int descriptor, const void *from, size_t count);
static const struct runtime_file_operations operations = {write_file};

// ---- the table

struct runtime_description *__runtime_description(int descriptor)
{
    return descriptor >= 0 && descriptor < RUNTIME_DESCRIPTORS ? __runtime_slots[descriptor].description
                                                               : NULL;
}

int __heddle_own_number(void);

struct runtime_description *__runtime_awaited(int descriptor)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description && descriptor >= 0 && descriptor < RUNTIME_DESCRIPTORS) {
        int closer = __runtime_slots[descriptor].closer;
        if (closer && closer != __heddle_own_number() + 1)
            __heddle_unmodelled("a call that may wait, for a descriptor that another thread closes");
    }
    return description;
}

int __runtime_free_slot(int least)
{
    int most = least == RUNTIME_FIRST_HIDDEN ? RUNTIME_DESCRIPTORS : __runtime_most_descriptors();
    if (least < 0 || least >= RUNTIME_DESCRIPTORS || (least && least >= most))
        return -EINVAL;
    for (; least < most; least++)
        if (!__runtime_slots[least].description)
            return least;
    if (__heddle_limits_are_set() && __runtime_descriptor_limit() > RUNTIME_DESCRIPTORS)
        __heddle_unmodelled("more than 1024 open descriptors");
    return -EMFILE;
}

// Printing goes to the standard streams whatever their descriptors mean (streams.c), unless the program
// redirects them.
static void check_output(int descriptor)
{
    if (descriptor != 1 && descriptor != 2)
        return;
    void (*redirect)(int) = __c11_atomic_load(&__runtime_redirect, __ATOMIC_RELAXED);
    if (redirect)
        redirect(descriptor);
    else
        __heddle_unmodelled_value("a file as standard output or standard error");
}

void __runtime_fill_slot(int descriptor, struct runtime_description *description, bool close_on_exec)
{
    __runtime_slots[descriptor].description = description;
    __runtime_slots[descriptor].close_on_exec = close_on_exec;
    if (!__c11_atomic_load(&__runtime_files, __ATOMIC_RELAXED))
        __c11_atomic_store(&__runtime_files, &operations, __ATOMIC_RELAXED);
    if (description->node->device != DEVICE_OUTPUT)
        check_output(descriptor);
}

static int access_of(int flags)
{
    return flags & OPEN_ACCESS;
}

static bool reads(const struct runtime_description *description)
{
    return access_of(description->flags) != OPEN_WRITE;
}

static bool is_open_for_writing(const struct runtime_description *description)
{
    return access_of(description->flags) != OPEN_READ;
}

int __runtime_open_node(struct runtime_node *node, int flags, int least)
{
    int descriptor = __runtime_free_slot(least);
    if (descriptor < 0)
        return descriptor;
    struct runtime_description *description = __heddle_new(sizeof *description);
    if (!description)
        return -ENOMEM;
    *description =
        (struct runtime_description){.node = node, .flags = flags & ~OPEN_CLOSE_ON_EXEC, .users = 1};
    node->users++;
    node->readers += reads(description);
    node->writers += is_open_for_writing(description);
    __runtime_fill_slot(descriptor, description, flags & OPEN_CLOSE_ON_EXEC);
    return descriptor;
}

static void leave_watchers(struct runtime_node *node, const struct runtime_description *description)
{
    for (struct runtime_watcher **link = &node->watchers; *link;) {
        struct runtime_watcher *watcher = *link;
        if (watcher->description != description) {
            link = &watcher->next;
            continue;
        }
        *link = watcher->next;
        watcher->leave(watcher);
    }
}

static bool may_wait(const struct runtime_node *node)
{
    return node->operations || __runtime_is_kind(node, MODE_PIPE) || __runtime_is_kind(node, MODE_EVENT);
}

int __runtime_close_slot(int descriptor)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    struct runtime_node *node = description->node;
    __runtime_slots[descriptor].description = NULL;
    __runtime_slots[descriptor].closer = may_wait(node) ? __heddle_own_number() + 1 : 0;
    description->users--;
    if (node->operations && node->operations->closed)
        node->operations->closed(node);
    if (node->locks)
        node->drop_locks(node, description, !description->users);
    if (description->users)
        return 0;
    node->readers -= reads(description);
    node->writers -= is_open_for_writing(description);
    if (node->watchers)
        leave_watchers(node, description);
    if (__runtime_is_kind(node, MODE_PIPE) && !node->readers != !node->writers)
        __runtime_notice(node, POLL_READ_ALIKE | POLL_WRITE_ALIKE | POLL_ALWAYS);
    node->users--;
    if (node->is_named && !node->users) // what nobody has read is lost
        node->begin = node->size = node->used_pages = 0;
    if (description != &standard[0] && description != &standard[1] && description != &standard[2])
        free(description);
    __runtime_release_node(node);
    return 0;
}

// ---- opening and closing

static mode_t mask = 022;

mode_t __runtime_mask(void)
{
    return mask;
}

mode_t umask(mode_t to)
{
    heddle_atomic_begin();
    mode_t from = mask;
    mask = to & 0777;
    heddle_atomic_end();
    return from;
}

static int create_file(const struct runtime_place *place, mode_t mode, struct runtime_node **node)
{
    if (!__runtime_may(place->directory, 2))
        return -EACCES;
    *node = __runtime_new_node(MODE_FILE | (mode & 0777 & ~mask));
    return *node ? __runtime_enter(place, *node) : -ENOSPC;
}

static int check_open(const struct runtime_node *node, int flags)
{
    bool is_directory = __runtime_is_kind(node, MODE_DIRECTORY);
    if (__heddle_links_are_made() && __runtime_is_kind(node, MODE_LINK))
        return flags & OPEN_DIRECTORY ? -ENOTDIR : -ELOOP;
    if (is_directory && (access_of(flags) != OPEN_READ || flags & OPEN_CREATE))
        return -EISDIR;
    if (!is_directory && flags & OPEN_DIRECTORY)
        return -ENOTDIR;
    static const unsigned needs[] = {[OPEN_READ] = 4, [OPEN_WRITE] = 2, [OPEN_BOTH] = 6, [OPEN_ACCESS] = 6};
    return __runtime_may(node, needs[access_of(flags)]) ? 0 : -EACCES;
}

static void note_opened(struct runtime_node *node, struct runtime_description *description)
{
    node->opened[0] += reads(description);
    node->opened[1] += is_open_for_writing(description);
    bool is_reader = !is_open_for_writing(description), is_writer = !reads(description);
    description->is_alone = (is_reader && !node->writers) || (is_writer && !node->readers);
    description->others = node->opened[is_reader ? 1 : 0];
}

int __runtime_open(int from, const char *path, int flags, mode_t mode, int least)
{
    struct runtime_place place;
    if (flags & (OPEN_PATH | OPEN_NAMELESS))
        __heddle_unmodelled_value("open with O_PATH or O_TMPFILE");
    bool keeps_link = flags & OPEN_NO_LINK || (flags & OPEN_CREATE && flags & OPEN_NEW);
    int error = __runtime_find_place(from, path, keeps_link ? LINK_BEFORE_SLASH : LINK_FOLLOWED, &place);
    if (!error)
        error = place.is_directory && flags & OPEN_CREATE ? -EISDIR : __runtime_check_slash(&place);
    if (error)
        return error == -ENOENT && !(flags & OPEN_CREATE) ? __runtime_not_found(path) : error;
    struct runtime_node *node = place.node;
    if (node && flags & OPEN_CREATE && flags & OPEN_NEW)
        return -EEXIST;
    if (!node && !(flags & OPEN_CREATE))
        return __runtime_not_found(path);
    if (__runtime_free_slot(least) < 0)
        return -EMFILE;
    error = node ? check_open(node, flags) : create_file(&place, mode, &node);
    if (error)
        return error;
    if (__runtime_is_kind(node, MODE_PIPE) && access_of(flags) == OPEN_WRITE && flags & OPEN_NONBLOCK &&
        !node->readers)
        return -ENXIO;
    if (flags & OPEN_TRUNCATE && access_of(flags) != OPEN_READ)
        __runtime_forget_time(node, TIME_OF_CHANGE);
    if (flags & OPEN_TRUNCATE && node->size && __runtime_is_kind(node, MODE_FILE) &&
        access_of(flags) != OPEN_READ)
        __runtime_resize(node, 0);
    const int passing = OPEN_CREATE | OPEN_NEW | OPEN_TRUNCATE | OPEN_NO_TERMINAL;
    int descriptor = __runtime_open_node(node, (flags & ~passing) | OPEN_LARGE, least);
    if (descriptor >= 0 && node->is_named)
        note_opened(node, __runtime_description(descriptor));
    return descriptor;
}

bool __runtime_is_alone(const struct runtime_description *description)
{
    return description->is_alone &&
           description->others == description->node->opened[reads(description) ? 1 : 0];
}

// Linux: who opens one end wakes who waits for it, also if that end is closed before the other thread goes
// on.
static bool waits_for_partner(int descriptor)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    return description && !(description->flags & OPEN_NONBLOCK) && __runtime_is_alone(description);
}

static void close_alone(void *descriptor)
{
    __runtime_close(*(int *)descriptor);
}

void __runtime_await_partner(int descriptor)
{
    bool waits;
    struct runtime_cleanup cleanup;
    heddle_atomic_begin();
    waits = waits_for_partner(descriptor);
    heddle_atomic_end();
    if (!waits)
        return;
    CLEANUP_PUSH(&cleanup, close_alone, &descriptor);
    while (waits) {
        WAITING_POINT;
        heddle_atomic_begin();
        waits = waits_for_partner(descriptor);
        heddle_atomic_end();
    }
    CLEANUP_POP(&cleanup);
}

static int open_at(int from, const char *path, int flags, mode_t mode)
{
    CANCELLATION_POINT(0);
    heddle_atomic_begin();
    int result = __runtime_open(from, path, flags, mode, 0);
    heddle_atomic_end();
    if (result >= 0)
        __runtime_await_partner(result);
    return (int)__runtime_result(result);
}

static mode_t mode_of(int flags, va_list list)
{
    return flags & OPEN_CREATE ? va_arg(list, mode_t) : 0;
}

#define OPENER(name, parameters, from)                                                                       \
    int name(parameters const char *path, int flags, ...)                                                    \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, flags);                                                                               \
        mode_t mode = mode_of(flags, list);                                                                  \
        va_end(list);                                                                                        \
        return open_at(from, path, flags, mode);                                                             \
    }
#define FROM int from,
#define NOTHING
OPENER(open, NOTHING, RUNTIME_AT_FOLDER)
OPENER(open64, NOTHING, RUNTIME_AT_FOLDER)
OPENER(openat, FROM, from)
OPENER(openat64, FROM, from)

// What headers with _FORTIFY_SOURCE call.
int __open_2(const char *path, int flags)
{
    return open_at(RUNTIME_AT_FOLDER, path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
    return open_at(RUNTIME_AT_FOLDER, path, flags, 0);
}

int creat(const char *path, mode_t mode)
{
    return open_at(RUNTIME_AT_FOLDER, path, OPEN_WRITE | OPEN_CREATE | OPEN_TRUNCATE, mode);
}

int creat64(const char *path, mode_t mode)
{
    return creat(path, mode);
}

int __runtime_close(int descriptor)
{
    heddle_atomic_begin();
    int result = __runtime_close_slot(descriptor);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

int close(int descriptor)
{
    CANCELLATION_POINT(0);
    return __runtime_close(descriptor);
}

// ---- duplicates and flags

static int duplicate(int descriptor, int least, bool close_on_exec)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    int to = __runtime_free_slot(least);
    if (to < 0)
        return to;
    description->users++;
    __runtime_fill_slot(to, description, close_on_exec);
    return to;
}

int dup(int descriptor)
{
    heddle_atomic_begin();
    __runtime_redirects_output();
    int result = duplicate(descriptor, 0, false);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

static int duplicate_as(int descriptor, int to, bool close_on_exec)
{
    struct runtime_description *description = __runtime_description(descriptor);
    __runtime_redirects_output(); // also of standard input, which may have to wait in the middle of a line
                                  // now
    if (!description || to < 0 || to >= __runtime_most_descriptors())
        return -EBADF;
    if (to == descriptor)
        return to;
    description->users++;
    __runtime_close_slot(to);
    __runtime_fill_slot(to, description, close_on_exec);
    return to;
}

int dup2(int descriptor, int to)
{
    heddle_atomic_begin();
    int result = duplicate_as(descriptor, to, false);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

int dup3(int descriptor, int to, int flags)
{
    if (descriptor == to || flags & ~OPEN_CLOSE_ON_EXEC)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = duplicate_as(descriptor, to, flags & OPEN_CLOSE_ON_EXEC);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

enum { DUPLICATE = 0, GET_CLOSE = 1, SET_CLOSE = 2, GET_FLAGS = 3, SET_FLAGS = 4, DUPLICATE_CLOSE = 1030 };

static int control_descriptor(int descriptor, int command, int argument)
{
    enum { CHANGEABLE = OPEN_APPEND | OPEN_NONBLOCK };
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    struct runtime_slot *slot = &__runtime_slots[descriptor];
    switch (command) {
    case DUPLICATE: return duplicate(descriptor, argument, false);
    case DUPLICATE_CLOSE: return duplicate(descriptor, argument, true);
    case GET_CLOSE: return slot->close_on_exec;
    case SET_CLOSE: slot->close_on_exec = argument & 1; return 0;
    case GET_FLAGS: return description->flags;
    case SET_FLAGS:
        description->flags = (description->flags & ~CHANGEABLE) | (argument & CHANGEABLE);
        return 0;
    }
    __heddle_unmodelled_value("this command of fcntl");
    return -EINVAL;
}

static int control_with(int descriptor, int command, va_list list)
{
    if (__runtime_is_lock_command(command))
        return __runtime_record_lock(descriptor, command, va_arg(list, void *));
    bool has_argument = command != GET_CLOSE && command != GET_FLAGS;
    int argument = has_argument ? va_arg(list, int) : 0;
    heddle_atomic_begin();
    int result = control_descriptor(descriptor, command, argument);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

#define CONTROL(name)                                                                                        \
    int name(int descriptor, int command, ...)                                                               \
    {                                                                                                        \
        va_list list;                                                                                        \
        va_start(list, command);                                                                             \
        int result = control_with(descriptor, command, list);                                                \
        va_end(list);                                                                                        \
        return result;                                                                                       \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

// ---- reading and writing

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

bool __runtime_wait_again(uint64_t patience, bool *slept)
{
    if (!patience)
        return true;
    if (*slept)
        return false;
    if (!__runtime_sleep(0, patience))
        __heddle_unmodelled("a signal handler that interrupts a function that waits, which fails (EINTR)");
    return *slept = true;
}

static bool has_place(const struct runtime_node *node)
{
    return __runtime_is_kind(node, MODE_FILE) || __runtime_is_kind(node, MODE_DIRECTORY) ||
           node->device == DEVICE_NULL || node->device == DEVICE_ZERO;
}

enum { SMALL = 256 };

// What was read, until it goes to the caller's memory.
struct copy {
    char small[SMALL];
    char *bytes;
    size_t room;
};

static void release_copy(void *copy)
{
    struct copy *own = copy;
    if (own->bytes != own->small)
        free(own->bytes);
}

// An attempt that has to wait leaves the room to the next one.
static bool make_copy_room(struct copy *copy, size_t count)
{
    if (count <= copy->room)
        return true;
    char *bytes = __heddle_new(count);
    if (!bytes)
        return false;
    release_copy(copy);
    copy->bytes = bytes;
    copy->room = count;
    return true;
}

// One attempt, within a section. `at`: where, instead of where the description is; NULL.
static ssize_t try_read(int descriptor, struct copy *copy, size_t count, const offset64 *at,
                        uint64_t *patience)
{
    struct runtime_description *description = __runtime_awaited(descriptor);
    if (description && at && !has_place(description->node))
        return -ESPIPE;
    if (!description || !reads(description))
        return -EBADF;
    struct runtime_node *node = description->node;
    uint64_t place = at ? (uint64_t)*at : description->place;
    *patience = node->patience[0];
    if (__runtime_is_kind(node, MODE_FILE) || node->device == DEVICE_INPUT ||
        __runtime_is_kind(node, MODE_PIPE)) {
        uint64_t available = __runtime_available(node, place);
        if (!__heddle_is_symbolic(available) && count > available)
            count = (size_t)available + (available == 0);
    }
    if (__runtime_is_kind(node, MODE_EVENT) && !node->operations && count > sizeof node->count)
        count = sizeof node->count;
    if (!make_copy_room(copy, count))
        return -ENOMEM;
    ssize_t done =
        node->operations && node->operations->read
            ? node->operations->read(node, copy->bytes, count, !(description->flags & OPEN_NONBLOCK))
            : __runtime_read(node, &place, copy->bytes, count);
    if (!at && done > 0)
        description->place = place;
    return __runtime_unless_waiting(done, description);
}

static ssize_t read_descriptor(int descriptor, void *to, size_t count, const offset64 *at)
{
    struct copy copy;
    copy.bytes = copy.small;
    copy.room = SMALL;
    ssize_t done;
    bool slept = false;
    uint64_t patience = 0;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, release_copy, &copy);
    do {
        WAITING_POINT;
        heddle_atomic_begin();
        done = try_read(descriptor, &copy, count, at, &patience);
        heddle_atomic_end();
    } while (done == RUNTIME_WAIT && __runtime_wait_again(patience, &slept));
    CLEANUP_POP(&cleanup);
    if (done > 0)
        memcpy(to, copy.bytes, (size_t)done);
    release_copy(&copy);
    return __runtime_result(done);
}

ssize_t read(int descriptor, void *to, size_t count)
{
    return read_descriptor(descriptor, to, count, NULL);
}

ssize_t pread64(int descriptor, void *to, size_t count, offset64 at)
{
    return at < 0 ? __runtime_fail(EINVAL) : read_descriptor(descriptor, to, count, &at);
}

ssize_t pread(int descriptor, void *to, size_t count, long at)
{
    return pread64(descriptor, to, count, at);
}

ssize_t __read_chk(int descriptor, void *to, size_t count, size_t room)
{
    __runtime_check_limit(count, room);
    return read(descriptor, to, count);
}

enum { IS_OUTPUT = RUNTIME_WAIT - 1 }; // to be printed: no section is needed

static ssize_t try_write(int descriptor, const char *from, size_t count, const offset64 *at,
                         uint64_t *patience)
{
    struct runtime_description *description = __runtime_awaited(descriptor);
    if (description && at && !has_place(description->node))
        return -ESPIPE;
    if (!description || !is_open_for_writing(description))
        return -EBADF;
    struct runtime_node *node = description->node;
    if (node->device == DEVICE_OUTPUT)
        return IS_OUTPUT;
    if (__runtime_is_kind(node, MODE_FILE) && !__heddle_files_are_read()) {
        uint64_t nowhere = 0;
        return __runtime_write(node, &nowhere, from, count);
    }
    *patience = node->patience[1];
    // Linux took the first eight before it began to refuse more.
    if (__runtime_is_kind(node, MODE_EVENT) && !node->operations && count > sizeof node->count)
        __heddle_unmodelled("writing more than eight bytes to an event counter (eventfd)");
    if (node->operations)
        __runtime_check_children();
    if (node->operations)
        return __runtime_unless_waiting(
            node->operations->write(node, from, count, !(description->flags & OPEN_NONBLOCK)), description);
    uint64_t place = at ? (uint64_t)*at : description->place;
    if (description->flags & OPEN_APPEND)
        place = node->size; // also of pwrite, as on Linux
    ssize_t done = __runtime_write(node, &place, from, count);
    if (!at && done > 0)
        description->place = place;
    return __runtime_unless_waiting(done, description);
}

int raise(int signal);

// Waits until all is written.
static ssize_t write_all(int descriptor, struct runtime_source *source, const offset64 *at, size_t *written)
{
    ssize_t done = 0;
    bool slept = false;
    uint64_t patience = 0;
    __runtime_source_begins(source);
    do {
        if (done == RUNTIME_WAIT)
            __runtime_source_waits(source);
        if (done == RUNTIME_WAIT || !*written)
            WAITING_POINT;
        heddle_atomic_begin();
        done = try_write(descriptor, __runtime_source_at(source, *written), source->count - *written, at,
                         &patience);
        heddle_atomic_end();
        *written += done > 0 ? (size_t)done : 0;
    } while (done == RUNTIME_WAIT ? __runtime_wait_again(patience, &slept)
                                  : done > 0 && *written < source->count);
    return done;
}

ssize_t __runtime_write_source(int descriptor, struct runtime_source *source, const offset64 *at)
{
    enum { SIGPIPE = 13 };
    size_t written = 0;
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, __runtime_release_source, source);
    ssize_t done = write_all(descriptor, source, at, &written);
    CLEANUP_POP(&cleanup);
    if (done == IS_OUTPUT)
        __runtime_put_bytes(1, source->bytes, source->count);
    __runtime_release_source(source);
    if (done == IS_OUTPUT)
        return (ssize_t)source->count;
    if (done == -EPIPE)
        raise(SIGPIPE);
    return written ? (ssize_t)written : __runtime_result(done);
}

static ssize_t write_descriptor(int descriptor, const char *from, size_t count, const offset64 *at)
{
    return __runtime_write_source(descriptor, &(struct runtime_source){.bytes = from, .count = count}, at);
}

static ssize_t write_file(int descriptor, const void *from, size_t count)
{
    return write_descriptor(descriptor, from, count, NULL);
}

ssize_t pwrite64(int descriptor, const void *from, size_t count, offset64 at)
{
    return at < 0 ? __runtime_fail(EINVAL) : write_descriptor(descriptor, from, count, &at);
}

ssize_t pwrite(int descriptor, const void *from, size_t count, long at)
{
    return pwrite64(descriptor, from, count, at);
}

// ---- places and sizes

enum { FROM_START, FROM_HERE, FROM_END };

offset64 __runtime_seek(struct runtime_description *description, offset64 by, int from)
{
    enum { NEXT_DATA = 3, NEXT_HOLE = 4 };
    if (from == NEXT_DATA || from == NEXT_HOLE)
        __heddle_unmodelled_value("lseek to data or a hole (SEEK_DATA, SEEK_HOLE)");
    if (from != FROM_START && from != FROM_HERE && from != FROM_END)
        return -EINVAL;
    if (__runtime_is_kind(description->node, MODE_EVENT))
        return 0; // as Linux has it
    if (!has_place(description->node))
        return -ESPIPE;
    if (description->node->device != DEVICE_NONE)
        return 0; // /dev/null and /dev/zero have no places
    offset64 start = from == FROM_START  ? 0
                     : from == FROM_HERE ? (offset64)description->place
                                         : (offset64)description->node->size;
    offset64 place;
    if (__builtin_add_overflow(start, by, &place) || place < 0)
        return -EINVAL;
    if (description->place != (uint64_t)place)
        description->place = (uint64_t)place;
    return place;
}

offset64 lseek64(int descriptor, offset64 by, int from)
{
    heddle_atomic_begin();
    __runtime_shows_files();
    struct runtime_description *description = __runtime_description(descriptor);
    offset64 result = description ? __runtime_seek(description, by, from) : -EBADF;
    heddle_atomic_end();
    return result < 0 ? __runtime_fail((int)-result) : result;
}

long lseek(int descriptor, long by, int from)
{
    offset64 result = lseek64(descriptor, by, from);
    return result > LONG_MAX ? __runtime_fail(EOVERFLOW) : (long)result;
}

static int truncate_descriptor(int descriptor, offset64 size)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    if (!is_open_for_writing(description) || !__runtime_is_kind(description->node, MODE_FILE))
        return -EINVAL;
    return __runtime_resize(description->node, (uint64_t)size);
}

int ftruncate64(int descriptor, offset64 size)
{
    if (size < 0)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = truncate_descriptor(descriptor, size);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

int ftruncate(int descriptor, long size)
{
    return ftruncate64(descriptor, size);
}

static int truncate_path(const char *path, offset64 size)
{
    struct runtime_node *node;
    int error = __runtime_find(RUNTIME_AT_FOLDER, path, &node);
    if (error)
        return error;
    if (__runtime_is_kind(node, MODE_DIRECTORY))
        return -EISDIR;
    if (!__runtime_is_kind(node, MODE_FILE))
        return -EINVAL;
    return __runtime_may(node, 2) ? __runtime_resize(node, (uint64_t)size) : -EACCES;
}

int truncate64(const char *path, offset64 size)
{
    if (size < 0)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = truncate_path(path, size);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

int truncate(const char *path, long size)
{
    return truncate64(path, size);
}

// What was written is there at once.
#define FLUSHER(name)                                                                                        \
    int name(int descriptor)                                                                                 \
    {                                                                                                        \
        CANCELLATION_POINT(0);                                                                               \
        heddle_atomic_begin();                                                                               \
        bool is_open = __runtime_description(descriptor);                                                    \
        heddle_atomic_end();                                                                                 \
        return is_open ? 0 : __runtime_fail(EBADF);                                                          \
    }
FLUSHER(fsync)
FLUSHER(fdatasync)

// None is a terminal.
int isatty(int descriptor)
{
    heddle_atomic_begin();
    bool is_open = __runtime_description(descriptor);
    heddle_atomic_end();
    errno = is_open ? ENOTTY : EBADF;
    return 0;
}
