// The nodes of the file system: contents, directories, paths, and what --file and --stdin give.
#include "runtime/files.h"

enum { LEAST_CAPACITY = 64 };

static struct runtime_node root = {
    .mode = MODE_DIRECTORY | 0755, .names = 1, .parent = &root, .given = &__runtime_given};
struct runtime_node *__runtime_folder = &root;

// What is there without having been made; never removed, and not listed.
static struct runtime_node tmp = {.mode = MODE_DIRECTORY | 01777, .names = 1, .parent = &root},
                           dev = {.mode = MODE_DIRECTORY | 0755, .names = 1, .parent = &root},
                           shared_memory = {.mode = MODE_DIRECTORY | 01777, .names = 1, .parent = &dev},
                           null_device = {.mode = MODE_DEVICE | 0666, .names = 1, .device = DEVICE_NULL},
                           zero_device = {.mode = MODE_DEVICE | 0666, .names = 1, .device = DEVICE_ZERO};
static const struct {
    struct runtime_node *directory, *node;
    const char *name;
} fixed[] = {{&root, &tmp, "tmp"},
             {&root, &dev, "dev"},
             {&dev, &shared_memory, "shm"},
             {&dev, &null_device, "null"},
             {&dev, &zero_device, "zero"}};

// ---- nodes

struct runtime_node *__runtime_new_node(mode_t mode)
{
    struct runtime_node *node = __heddle_new(sizeof *node);
    if (node) {
        node->mode = mode;
        node->allocated = true;
    }
    return node;
}

static void leave_parent(struct runtime_node *parent);

void __runtime_release_node(struct runtime_node *node)
{
    if (node->names || node->users || !node->allocated)
        return;
    if (node->operations && node->operations->release)
        node->operations->release(node);
    if (node->data_allocated)
        free(node->data);
    struct runtime_node *parent = node->parent;
    if (__heddle_times_are_set() && node->times)
        free(node->times);
    free(node);
    if (parent)
        leave_parent(parent);
}

// A directory uses the one above it, which may be removed before it is.
static void leave_parent(struct runtime_node *parent)
{
    parent->users--;
    __runtime_release_node(parent);
}

// Makes room for `capacity` bytes.
static bool reserve_node_room(struct runtime_node *node, uint64_t capacity)
{
    if (capacity <= node->capacity) {
        if (node->mapped)
            node->grow_mapped(node, capacity);
        return true;
    }
    uint64_t size = 2 * node->capacity;
    size = size < LEAST_CAPACITY ? LEAST_CAPACITY : size;
    size = size < capacity ? capacity : size;
    if (size > SIZE_MAX / 2)
        return false;
    if (node->mapped)
        __heddle_unmodelled("a file that grows beyond what is mapped of it");
    char *data = __heddle_new((size_t)size);
    if (!data)
        return false;
    if (node->size)
        memcpy(data, node->data, (size_t)node->size);
    if (node->data_allocated)
        free(node->data);
    node->data = data;
    node->data_allocated = true;
    node->capacity = size;
    return true;
}

// Before what a file holds is changed other than by a mapping: POSIX leaves open whether copies see that.
static void check_mappings(const struct runtime_node *node)
{
    if (node->copies)
        __heddle_unmodelled("a file that is changed while it is mapped privately");
}

// Copies bytes, or zeros (NULL), to where there is room. Pages of a mapping may have been protected at
// different times: they are written one by one.
static void fill_node(struct runtime_node *node, uint64_t place, const char *from, size_t count)
{
    enum { PAGE = 4096 };
    while (count) {
        size_t most = node->mapped ? PAGE - (size_t)(place % PAGE) : count;
        size_t part = most < count ? most : count;
        if (from)
            memcpy(node->data + place, from, part);
        else
            memset(node->data + place, 0, part);
        from = from ? from + part : NULL;
        place += part;
        count -= part;
    }
}

int __runtime_resize(struct runtime_node *node, uint64_t size)
{
    check_mappings(node);
    __runtime_forget_time(node, TIME_OF_CHANGE);
    if (node->mapped && size < node->size)
        __heddle_unmodelled("a file that is cut while it is mapped");
    if (!reserve_node_room(node, size))
        return -EFBIG;
    if (size > node->size)
        fill_node(node, node->size, NULL, (size_t)(size - node->size));
    node->size = size;
    return 0;
}

uint64_t __runtime_available(const struct runtime_node *node, uint64_t place)
{
    uint64_t begin = __runtime_is_kind(node, MODE_PIPE) ? node->begin : place;
    return begin < node->size ? node->size - begin : 0;
}

// Copies from `from`, at most `count` bytes and no further than `end`. One by one where how many there are
// depends on an input, so that each number is a case of its own.
static size_t copy_from_node(char *to, const char *from, size_t count, uint64_t end)
{
    if (!__heddle_is_symbolic(end)) {
        size_t most = count < end ? count : (size_t)end;
        memcpy(to, from, most);
        return most;
    }
    size_t i = 0;
    for (; i < count && i < end; i++)
        to[i] = from[i];
    return i;
}

// A pipe of Linux is a ring of pages. What is written goes on in the last page if what is more than whole
// pages fits there, and else begins a new one; a page is free again when all of it was read.
static void leave_pages(struct runtime_node *node, uint64_t count)
{
    while (count) {
        struct runtime_page *page = &node->pages[node->first_page];
        unsigned some =
            page->end - page->begin < count ? (unsigned)(page->end - page->begin) : (unsigned)count;
        page->begin = (unsigned short)(page->begin + some);
        count -= some;
        if (page->begin < page->end)
            break;
        node->first_page = (node->first_page + 1) % RUNTIME_PIPE_PAGES;
        node->used_pages--;
    }
}

static struct runtime_page *last_page(struct runtime_node *node)
{
    return &node->pages[(node->first_page + node->used_pages - 1) % RUNTIME_PIPE_PAGES];
}

// How many of the bytes go into the last page.
static unsigned merged_count(struct runtime_node *node, size_t count)
{
    unsigned rest = (unsigned)(count % RUNTIME_PIPE_PAGE);
    return node->used_pages && last_page(node)->end + rest <= RUNTIME_PIPE_PAGE ? rest : 0;
}

static void enter_pages(struct runtime_node *node, unsigned merged, uint64_t count)
{
    if (merged)
        last_page(node)->end = (unsigned short)(last_page(node)->end + merged);
    for (count -= merged; count;) {
        unsigned some = count < RUNTIME_PIPE_PAGE ? (unsigned)count : RUNTIME_PIPE_PAGE;
        node->used_pages++;
        *last_page(node) = (struct runtime_page){0, (unsigned short)some};
        count -= some;
    }
}

static ssize_t read_pipe(struct runtime_node *node, char *to, size_t count)
{
    if (node->begin == node->size)
        return node->writers ? RUNTIME_WAIT : 0;
    size_t done = copy_from_node(to, node->data + node->begin, count, node->size - node->begin);
    bool was_full = node->used_pages == RUNTIME_PIPE_PAGES;
    leave_pages(node, done);
    if (was_full && node->used_pages < RUNTIME_PIPE_PAGES)
        __runtime_notice(node, POLL_WRITE_ALIKE);
    node->begin += done;
    if (node->begin == node->size)
        node->begin = node->size = 0;
    return (ssize_t)done;
}

static ssize_t read_event(struct runtime_node *node, char *to, size_t count)
{
    if (count < sizeof node->count)
        return -EINVAL;
    if (!node->count)
        return RUNTIME_WAIT;
    uint64_t value = node->one_by_one ? 1 : node->count;
    node->count -= value;
    __runtime_notice(node, POLL_OUT);
    memcpy(to, &value, sizeof value);
    return sizeof value;
}

void heddle_symbolic(void *memory, size_t size, const char *name);
void heddle_assume(int condition);

// Standard input that nobody gave may be anything: what a program does with a few bytes of it is executed,
// with more of it has no model. The latter comes first, so that it is told also where a budget ends the rest.
enum { OPEN_INPUT_BYTES = 4 };

static bool open_input(struct runtime_node *node)
{
    static char bytes[OPEN_INPUT_BYTES];
    bool is_short;
    size_t size;
    heddle_symbolic(&is_short, sizeof is_short, "standard input of at most 4 bytes");
    if (!is_short)
        return false;
    heddle_symbolic(&size, sizeof size, "size of standard input");
    heddle_assume(size <= sizeof bytes);
    heddle_symbolic(bytes, sizeof bytes, "standard input");
    node->data = bytes;
    node->capacity = sizeof bytes;
    node->size = size;
    return true;
}

ssize_t __runtime_read(struct runtime_node *node, uint64_t *place, char *to, size_t count)
{
    __runtime_shows_files();
    if (node->operations && node->operations->read)
        return node->operations->read(node, to, count, true);
    switch (node->mode & MODE_TYPE) {
    case MODE_DIRECTORY: return -EISDIR;
    case MODE_PIPE: return count ? read_pipe(node, to, count) : 0;
    case MODE_EVENT: return read_event(node, to, count);
    }
    if (node->device == DEVICE_ZERO) {
        memset(to, 0, count);
        return (ssize_t)count;
    }
    if (node->device == DEVICE_INPUT && !node->data && !open_input(node)) {
        __heddle_unmodelled_value("standard input without --stdin or --stdin-size");
        return -EBADF;
    }
    __runtime_forget_time(node, TIME_OF_ACCESS);
    uint64_t available = __runtime_available(node, *place);
    size_t done = available ? copy_from_node(to, node->data + *place, count, available) : 0;
    *place += done;
    return (ssize_t)done;
}

static ssize_t write_pipe(struct runtime_node *node, const char *from, size_t count)
{
    if (!node->readers)
        return -EPIPE;
    uint64_t waiting = node->size - node->begin;
    if (count == 0)
        return 0;
    unsigned merged = merged_count(node, count);
    uint64_t room = merged + (uint64_t)(RUNTIME_PIPE_PAGES - node->used_pages) * RUNTIME_PIPE_PAGE;
    if (room == 0)
        return RUNTIME_WAIT;
    if (count > room)
        count = (size_t)room;
    if (node->begin && node->size + count > node->capacity) {
        memmove(node->data, node->data + node->begin, (size_t)waiting);
        node->begin = 0;
        node->size = waiting;
    }
    if (!reserve_node_room(node, node->size + count))
        return -ENOMEM;
    memcpy(node->data + node->size, from, count);
    node->size += count;
    enter_pages(node, merged, count);
    __runtime_notice(node, POLL_READ_ALIKE);
    return (ssize_t)count;
}

static ssize_t write_event(struct runtime_node *node, const char *from, size_t count)
{
    uint64_t value;
    if (count < sizeof value)
        return -EINVAL;
    memcpy(&value, from, sizeof value);
    if (value == UINT64_MAX)
        return -EINVAL;
    if (value > UINT64_MAX - 1 - node->count)
        return RUNTIME_WAIT;
    node->count += value;
    __runtime_notice(node, POLL_IN);
    return sizeof value;
}

// Reads what would be written: it may be no memory.
static void look_at_bytes(const char *from, size_t count)
{
    char bytes[256];
    for (; count > sizeof bytes; from += sizeof bytes, count -= sizeof bytes)
        memcpy(bytes, from, sizeof bytes);
    memcpy(bytes, from, count);
}

ssize_t __runtime_write(struct runtime_node *node, uint64_t *place, const char *from, size_t count)
{
    if (!__runtime_is_kind(node, MODE_FILE))
        __runtime_check_children();
    if (node->operations)
        return node->operations->write(node, from, count, true);
    switch (node->mode & MODE_TYPE) {
    case MODE_PIPE: return write_pipe(node, from, count);
    case MODE_EVENT: return write_event(node, from, count);
    }
    if (node->device != DEVICE_NONE || !__heddle_files_are_read()) {
        look_at_bytes(from, count);
        if (node->device == DEVICE_OUTPUT)
            __heddle_output(1, from, count);
        return (ssize_t)count;
    }
    if (count == 0)
        return 0;
    check_mappings(node);
    __runtime_forget_time(node, TIME_OF_CHANGE);
    if (*place > node->size) {
        int error = __runtime_resize(node, *place); // a hole
        if (error)
            return error;
    }
    if (*place + count < *place || !reserve_node_room(node, *place + count))
        return -EFBIG;
    fill_node(node, *place, from, count);
    *place += count;
    if (node->size < *place)
        node->size = *place;
    return (ssize_t)count;
}

bool __runtime_may(const struct runtime_node *node, unsigned what)
{
    return (node->mode >> 6 & what) == what; // the process owns all there is
}

bool __runtime_has_forked;

// Answers the question of whether it is linked.
void __runtime_shows_files(void)
{
    __runtime_check_children();
}

// ---- directories

static struct runtime_entry **bucket_of(struct runtime_node *directory, const char *name, size_t length)
{
    unsigned hash = (unsigned)length;
    for (size_t i = 0; i < length; i++)
        hash = hash * 5 + (unsigned char)name[i];
    return &directory->entries[hash % RUNTIME_BUCKETS];
}

// The link that leads to the entry of that name, or the one at the end of the list.
static struct runtime_entry **find_link(struct runtime_node *directory, const char *name, size_t length)
{
    struct runtime_entry **link = bucket_of(directory, name, length);
    while (*link && (strncmp((*link)->name, name, length) != 0 || (*link)->name[length]))
        link = &(*link)->next;
    return link;
}

static bool is_component_name(const char *name, size_t length, const char *other)
{
    return strncmp(name, other, length) == 0 && !other[length];
}

// One component; NULL: there is none of that name.
static struct runtime_node *find_entry(struct runtime_node *directory, const char *name, size_t length)
{
    if (length == 0 || is_component_name(name, length, "."))
        return directory;
    if (is_component_name(name, length, ".."))
        return directory->parent;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].directory == directory && is_component_name(name, length, fixed[i].name))
            return fixed[i].node;
    struct runtime_entry *entry = *find_link(directory, name, length);
    return entry ? entry->node : NULL;
}

const char *__runtime_fixed_name(const struct runtime_node *node)
{
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].node == node)
            return fixed[i].name;
    return NULL;
}

int __runtime_enter(const struct runtime_place *place, struct runtime_node *node)
{
    struct runtime_entry **link = find_link(place->directory, place->name, place->length);
    struct runtime_entry *entry = __heddle_new(sizeof *entry + place->length + 1);
    if (!entry)
        return -ENOSPC;
    memcpy(entry->name, place->name, place->length);
    entry->name[place->length] = 0;
    entry->node = node;
    entry->next = NULL;
    *link = entry;
    node->names++;
    __runtime_forget_time(place->directory, TIME_OF_CHANGE);
    if (__runtime_is_kind(node, MODE_DIRECTORY) && node->parent != place->directory) {
        struct runtime_node *before = node->parent;
        node->parent = place->directory;
        node->parent->users++;
        if (before)
            leave_parent(before);
    }
    return 0;
}

void __runtime_leave(const struct runtime_place *place)
{
    struct runtime_entry **link = find_link(place->directory, place->name, place->length), *entry = *link;
    *link = entry->next;
    entry->node->names--;
    __runtime_forget_time(place->directory, TIME_OF_CHANGE);
    free(entry);
}

// ---- paths

static int start_of(int from, const char *path, struct runtime_node **start)
{
    *start = *path == '/' ? &root : __runtime_folder;
    if (*path == '/' || from == RUNTIME_AT_FOLDER)
        return 0;
    struct runtime_description *description = __runtime_description(from);
    if (!description)
        return -EBADF;
    *start = description->node;
    return __runtime_is_kind(*start, MODE_DIRECTORY) ? 0 : -ENOTDIR;
}

static size_t component_length(const char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '/')
        length++;
    return length;
}

enum { MOST_LINKS = 40 };

static int walk_path(struct runtime_place *place, const char *path, enum runtime_link_use use,
                     unsigned *links);

// Goes on from the link, which is a component of the directory, to where it leads.
static int follow(struct runtime_place *place, unsigned *links)
{
    if ((*links)++ == MOST_LINKS)
        return -ELOOP;
    bool is_directory = place->is_directory;
    const char *path = place->node->data;
    place->node = *path == '/' ? &root : place->directory;
    int error = walk_path(place, path, LINK_FOLLOWED, links);
    place->is_directory |= is_directory;
    return error;
}

// Goes the path from `place->node`, a directory.
static int walk_path(struct runtime_place *place, const char *path, enum runtime_link_use use,
                     unsigned *links)
{
    place->directory = place->node;
    place->name = path;
    place->length = 0;
    place->is_directory = false;
    while (*path == '/')
        path++;
    while (*path) {
        if (!place->node)
            return -ENOENT;
        if (!__runtime_is_kind(place->node, MODE_DIRECTORY))
            return -ENOTDIR;
        if (!__runtime_may(place->node, 1))
            return -EACCES;
        place->directory = place->node;
        place->name = path;
        place->length = component_length(path);
        if (place->length > RUNTIME_NAME_MOST)
            return -ENAMETOOLONG;
        place->node = find_entry(place->directory, path, place->length);
        path += place->length;
        place->is_directory = *path == '/';
        while (*path == '/')
            path++;
        if (!__heddle_links_are_made() || !place->node || !__runtime_is_kind(place->node, MODE_LINK))
            continue;
        if (*path || use == LINK_FOLLOWED || (use == LINK_BEFORE_SLASH && place->is_directory)) {
            int error = follow(place, links);
            if (error)
                return error;
        }
    }
    return 0;
}

int __runtime_find_place(int from, const char *path, enum runtime_link_use use, struct runtime_place *place)
{
    enum { PATH_SIZE = 4096 };
    if (!*path)
        return -ENOENT;
    if (__runtime_length_within(path, PATH_SIZE) == PATH_SIZE)
        return -ENAMETOOLONG;
    __runtime_check_children();
    unsigned links = 0;
    int error = start_of(from, path, &place->node);
    if (!error)
        error = walk_path(place, path, use, &links);
    if (error)
        return error;
    return place->node || place->directory->names
               ? 0
               : -ENOENT; // nothing is made in a directory that was removed
}

int __runtime_not_found(const char *path)
{
    return *path ? -__heddle_missing_file(path) : -ENOENT;
}

int __runtime_find(int from, const char *path, struct runtime_node **node)
{
    return __runtime_find_linked(from, path, LINK_FOLLOWED, node);
}

int __runtime_find_linked(int from, const char *path, enum runtime_link_use use, struct runtime_node **node)
{
    struct runtime_place place;
    int error = __runtime_find_place(from, path, use, &place);
    if (!error)
        error = __runtime_check_slash(&place);
    *node = error ? NULL : place.node;
    return *node ? 0 : error && error != -ENOENT ? error : __runtime_not_found(path);
}

// ---- what there is at the start

static size_t size_of_given_file(const struct runtime_given_file *given)
{
    size_t size;
    if (!given->size_name)
        return given->size;
    if (given->size)
        heddle_symbolic(given->contents, given->size, *given->name ? given->name : "standard input");
    heddle_symbolic(&size, sizeof size, given->size_name);
    heddle_assume(size <= given->size);
    return size;
}

extern struct runtime_node __runtime_input;

// Makes the directories that lead to the file.
static struct runtime_node *make_path(const char *name)
{
    struct runtime_place place = {.directory = &root, .name = name};
    struct runtime_node *node = &root;
    while (*place.name == '/')
        place.name++;
    while (*place.name) {
        if (!__runtime_is_kind(node, MODE_DIRECTORY))
            return NULL;
        place.directory = node;
        place.length = component_length(place.name);
        bool is_last = !place.name[place.length];
        node = find_entry(place.directory, place.name, place.length);
        if (!node) {
            node = __runtime_new_node(is_last ? MODE_FILE | 0644 : MODE_DIRECTORY | 0755);
            if (!node || __runtime_enter(&place, node) < 0)
                return NULL;
        }
        place.name += place.length;
        while (*place.name == '/')
            place.name++;
    }
    return node;
}

static void mount(void);
struct runtime_given_files __runtime_given = {NULL, 0, mount};

static void mount(void)
{
    for (size_t i = 0; i < __runtime_given.count; i++) {
        const struct runtime_given_file *given = &__runtime_given.files[i];
        struct runtime_node *node = *given->name ? make_path(given->name) : &__runtime_input;
        if (!node) {
            __heddle_unmodelled("a given file in a file, or without memory for it");
            return;
        }
        node->data = given->contents;
        node->capacity = given->size;
        node->size = size_of_given_file(given);
    }
}
