// <sys/epoll.h>: as Linux has it, a list of what has become ready, in that order. What changes a node tells
// its watchers; each look of epoll_wait asks those in the list what poll would find, and drops those of which
// that is nothing. Level-triggered ones go to the end of the list again.
#include "runtime/files.h"

struct __attribute__((packed)) event {
    unsigned events;
    uint64_t data;
};

enum { ADD = 1, REMOVE = 2, CHANGE = 3 };
enum {
    EXCLUSIVE = 1 << 28,
    WAKES_UP = 1 << 29,
    ONCE = 1 << 30,
};
#define EDGES (1u << 31)
#define HOW (EDGES | ONCE | WAKES_UP | EXCLUSIVE) // the bits that are no events

struct epoll;
struct item {
    struct runtime_watcher watcher; // first
    struct epoll *epoll;
    struct item *next, *next_ready;
    int descriptor;
    bool is_ready; // in the list
    struct event event;
};

struct epoll {
    struct runtime_node node; // first
    struct item *items, *first_ready, *last_ready;
};

// ---- the list

static void append_ready_item(struct epoll *epoll, struct item *item)
{
    item->is_ready = true;
    item->next_ready = NULL;
    if (epoll->last_ready)
        epoll->last_ready->next_ready = item;
    else
        epoll->first_ready = item;
    epoll->last_ready = item;
}

static struct item *take_first(struct epoll *epoll)
{
    struct item *item = epoll->first_ready;
    epoll->first_ready = item->next_ready;
    if (!item->next_ready)
        epoll->last_ready = NULL;
    item->is_ready = false;
    return item;
}

static void remove_ready(struct epoll *epoll, struct item *item)
{
    struct item *before = NULL;
    for (struct item *other = epoll->first_ready; other != item; other = other->next_ready)
        before = other;
    if (before)
        before->next_ready = item->next_ready;
    else
        epoll->first_ready = item->next_ready;
    if (epoll->last_ready == item)
        epoll->last_ready = before;
    item->is_ready = false;
}

static unsigned state_of_item(const struct item *item)
{
    return __runtime_state(item->watcher.description) & item->event.events;
}

static void make_ready(struct item *item)
{
    if (item->is_ready)
        return;
    append_ready_item(item->epoll, item);
    __runtime_notice(&item->epoll->node, POLL_READ_ALIKE);
}

// Readers of a pipe do not learn of room, nor writers of what there is to be read.
static bool concerns(const struct runtime_description *description, unsigned found)
{
    int access = description->flags & OPEN_ACCESS;
    return !(access == OPEN_READ && !(found & ~(unsigned)POLL_WRITE_ALIKE)) &&
           !(access == OPEN_WRITE && !(found & ~(unsigned)POLL_READ_ALIKE));
}

static void wake(struct runtime_watcher *watcher, unsigned found)
{
    struct item *item = (struct item *)watcher;
    if (item->event.events & ~HOW & found && concerns(watcher->description, found))
        make_ready(item);
}

static void forget(struct item *item)
{
    struct item **link = &item->epoll->items;
    while (*link != item)
        link = &(*link)->next;
    *link = item->next;
    if (item->is_ready)
        remove_ready(item->epoll, item);
    free(item);
}

static void forget_watcher(struct runtime_watcher *watcher)
{
    forget((struct item *)watcher);
}

static void unwatch(struct item *item)
{
    struct runtime_watcher **link = &item->watcher.description->node->watchers;
    while (*link != &item->watcher)
        link = &(*link)->next;
    *link = item->watcher.next;
    forget(item);
}

// ---- the node

static ssize_t refuse_read(struct runtime_node *node, char *to, size_t count, bool waits)
{
    (void)node, (void)to, (void)count, (void)waits;
    return -EINVAL;
}

static ssize_t refuse_write(struct runtime_node *node, const char *from, size_t count, bool waits)
{
    (void)node, (void)from, (void)count, (void)waits;
    return -EINVAL;
}

static unsigned state_of_epoll(struct runtime_node *node)
{
    for (struct item *item = ((struct epoll *)node)->first_ready; item; item = item->next_ready)
        if (state_of_item(item))
            return POLL_READ_ALIKE;
    return 0;
}

static void release_epoll(struct runtime_node *node)
{
    struct epoll *epoll = (struct epoll *)node;
    while (epoll->items)
        unwatch(epoll->items);
}

static const struct runtime_operations operations = {
    .read = refuse_read, .write = refuse_write, .state = state_of_epoll, .release = release_epoll};

static int make_epoll(int flags)
{
    struct epoll *epoll = __heddle_new(sizeof *epoll);
    if (!epoll)
        return -ENOMEM;
    epoll->node.mode = MODE_EVENT | 0600;
    epoll->node.allocated = true;
    epoll->node.operations = &operations;
    int descriptor = __runtime_open_node(&epoll->node, OPEN_BOTH | flags, 0);
    if (descriptor < 0)
        __runtime_release_node(&epoll->node);
    return descriptor;
}

int epoll_create1(int flags)
{
    if (flags & ~OPEN_CLOSE_ON_EXEC)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = make_epoll(flags);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

int epoll_create(int size)
{
    return size <= 0 ? __runtime_fail(EINVAL) : epoll_create1(0);
}

// ---- interests

static int find_epoll(int descriptor, struct epoll **epoll)
{
    const struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    *epoll = (struct epoll *)description->node;
    return description->node->operations == &operations ? 0 : -EINVAL;
}

static bool can_be_watched(const struct runtime_node *node)
{
    return !__runtime_is_kind(node, MODE_FILE) && !__runtime_is_kind(node, MODE_DIRECTORY) &&
           node->device != DEVICE_NULL && node->device != DEVICE_ZERO;
}

// Whether one, an epoll instance, watches the other, itself or through others.
static bool watches(const struct runtime_node *one, const struct epoll *other)
{
    if (one->operations != &operations)
        return false;
    if ((const struct epoll *)one == other)
        return true;
    for (const struct item *item = ((const struct epoll *)one)->items; item; item = item->next)
        if (watches(item->watcher.description->node, other))
            return true;
    return false;
}

static int add_epoll_item(struct epoll *epoll, int descriptor, struct runtime_description *description,
                          const struct event *event)
{
    if (watches(description->node, epoll))
        return -ELOOP;
    struct item *item = __heddle_new(sizeof *item);
    if (!item)
        return -ENOMEM;
    *item = (struct item){{description->node->watchers, description, wake, forget_watcher},
                          epoll,
                          epoll->items,
                          NULL,
                          descriptor,
                          false,
                          *event};
    item->event.events |= POLL_ALWAYS;
    description->node->watchers = &item->watcher;
    epoll->items = item;
    if (state_of_item(item))
        make_ready(item);
    return 0;
}

static int change_epoll_item(struct item *item, const struct event *event)
{
    if (item->event.events & EXCLUSIVE || event->events & EXCLUSIVE)
        return -EINVAL;
    item->event = *event;
    item->event.events |= POLL_ALWAYS;
    if (state_of_item(item))
        make_ready(item);
    return 0;
}

static int control_epoll(int instance, int operation, int descriptor, const struct event *event)
{
    struct epoll *epoll;
    struct runtime_description *description = __runtime_description(descriptor);
    int error = find_epoll(instance, &epoll);
    if (error == -EBADF || !description)
        return -EBADF;
    if (!can_be_watched(description->node))
        return -EPERM;
    if (error || description->node == &epoll->node)
        return -EINVAL;
    struct item *item = epoll->items;
    while (item && (item->descriptor != descriptor || item->watcher.description != description))
        item = item->next;
    switch (operation) {
    case ADD: return item ? -EEXIST : add_epoll_item(epoll, descriptor, description, event);
    case CHANGE: return item ? change_epoll_item(item, event) : -ENOENT;
    case REMOVE:
        if (item)
            unwatch(item);
        return item ? 0 : -ENOENT;
    }
    return -EINVAL;
}

int epoll_ctl(int instance, int operation, int descriptor, const struct event *event)
{
    struct event copy = {0};
    if (operation == ADD || operation == CHANGE)
        copy = *event;
    heddle_atomic_begin();
    int result = control_epoll(instance, operation, descriptor, &copy);
    heddle_atomic_end();
    return (int)__runtime_result(result);
}

// ---- waiting

static bool looks_at(const struct item *item)
{
    return item->event.events & POLL_READ_ALIKE; // a timer is nothing else
}

static void look_at_timers(const struct epoll *epoll, bool forever)
{
    struct runtime_look look = {0, 0, 0};
    for (const struct item *item = epoll->items; item; item = item->next)
        if (looks_at(item))
            __runtime_count_timer(&look, item->watcher.description->node);
    if (!look.timers)
        return;
    bool must = forever;
    for (const struct item *item = epoll->first_ready; item && must; item = item->next_ready)
        must = !state_of_item(item);
    for (const struct item *item = epoll->items; item; item = item->next)
        if (looks_at(item))
            __runtime_pass_timer(&look, item->watcher.description->node, must);
}

static int collect(struct epoll *epoll, struct event *to, int most)
{
    int found = 0;
    struct item *first_again = NULL;
    while (found < most && epoll->first_ready && epoll->first_ready != first_again) {
        struct item *item = take_first(epoll);
        unsigned state = state_of_item(item);
        if (!state && !found)
            return RUNTIME_AGAIN;
        if (!state)
            continue;
        to[found++] = (struct event){state, item->event.data};
        if (item->event.events & ONCE) {
            item->event.events &= HOW;
        } else if (!(item->event.events & EDGES)) {
            append_ready_item(epoll, item);
            first_again = first_again ? first_again : item;
        }
    }
    return found;
}

static int look_at_epoll(int instance, struct event *to, int most, bool forever)
{
    int found;
    do {
        struct epoll *epoll = NULL; // so that each round begins alike
        heddle_atomic_begin();
        __runtime_shows_files();
        found = find_epoll(instance, &epoll);
        if (!found) {
            look_at_timers(epoll, forever);
            found = collect(epoll, to, most);
        }
        heddle_atomic_end();
    } while (found == RUNTIME_AGAIN);
    return found;
}

bool __runtime_sleep(uint64_t seconds, uint64_t nanoseconds);

static int wait_for_epoll(int instance, struct event *to, int most, bool forever, uint64_t seconds,
                          uint64_t nanoseconds)
{
    int found;
    do {
        CANCELLATION_POINT(0);
        found = look_at_epoll(instance, to, most, forever);
        if (!found && forever && IS_INTERRUPTED)
            return -EINTR;
    } while (!found && forever);
    if (found || !(seconds | nanoseconds))
        return found;
    if (!__runtime_sleep(seconds, nanoseconds))
        return -EINTR;
    return look_at_epoll(instance, to, most, false);
}

static int collect_for(int instance, struct event *events, int most, bool forever, uint64_t seconds,
                       uint64_t nanoseconds)
{
    enum { FEW = 16, MOST = INT_MAX / 12 };
    struct event few[FEW], *copy = few;
    if (most <= 0 || most > MOST)
        return __runtime_fail(EINVAL);
    most = most < RUNTIME_DESCRIPTORS ? most : RUNTIME_DESCRIPTORS;
    if (most > FEW && !(copy = __heddle_new((size_t)most * sizeof *copy)))
        return __runtime_fail(ENOMEM);
    struct runtime_cleanup cleanup;
    CLEANUP_PUSH(&cleanup, free, copy != few ? copy : NULL);
    int found = wait_for_epoll(instance, copy, most, forever, seconds, nanoseconds);
    CLEANUP_POP(&cleanup);
    for (int i = 0; i < found; i++)
        events[i] = copy[i];
    if (copy != few)
        free(copy);
    return (int)__runtime_result(found);
}

int epoll_wait(int instance, struct event *events, int most, int milliseconds)
{
    bool forever = milliseconds < 0;
    uint64_t nanoseconds = forever ? 0 : (uint64_t)milliseconds * 1000000;
    return collect_for(instance, events, most, forever, 0, nanoseconds);
}

int epoll_pwait(int instance, struct event *events, int most, int milliseconds, const void *mask)
{
    __runtime_let_through(mask);
    return epoll_wait(instance, events, most, milliseconds);
}

int epoll_pwait2(int instance, struct event *events, int most, const struct timespec *duration,
                 const void *mask)
{
    __runtime_let_through(mask);
    if (!duration)
        return collect_for(instance, events, most, true, 0, 0);
    if (duration->tv_sec < 0 || duration->tv_nsec < 0 || duration->tv_nsec >= 1000000000)
        return __runtime_fail(EINVAL);
    return collect_for(instance, events, most, false, (uint64_t)duration->tv_sec,
                       (uint64_t)duration->tv_nsec);
}
