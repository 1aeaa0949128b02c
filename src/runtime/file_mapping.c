// mmap of files: a private mapping is a copy of what the file holds, made by the call; of a shared one the
// file holds its contents in the mapping itself, for as long as there is one. Pages of it that lie behind the
// last page of the file may not be accessed (SIGBUS) until the file has grown.
#include "runtime/mapping.h"

struct runtime_file_mapping {
    char *at;
    size_t size;  // bytes, of whole pages
    size_t there; // those of them that the file has
    int protection;
    struct runtime_node *node;
    bool is_shared, may_be_written;
    struct runtime_file_mapping *next;
};

static struct runtime_file_mapping *mappings;

static int check_file(const struct runtime_description *description, bool writes)
{
    if (!description)
        return EBADF;
    if ((description->flags & OPEN_ACCESS) == OPEN_WRITE ||
        (writes && (description->flags & OPEN_ACCESS) != OPEN_BOTH))
        return EACCES;
    return __runtime_is_kind(description->node, MODE_FILE) ? 0 : ENODEV;
}

// Whether the file has all pages that are to be mapped.
static bool is_there(const struct runtime_node *node, uint64_t offset, size_t size)
{
    return offset < node->size &&
           __runtime_whole_pages(size) <= __runtime_whole_pages((size_t)(node->size - offset));
}

// The file is about to have that many bytes, no more than are mapped.
static void grow(struct runtime_node *node, uint64_t size)
{
    struct runtime_file_mapping *mapping = node->mapped;
    size_t there = __runtime_whole_pages((size_t)size);
    if (there <= mapping->there)
        return;
    __heddle_protect(mapping->at + mapping->there, there - mapping->there, mapping->protection);
    mapping->there = there;
}

// Has the file hold its contents in the mapping.
static void move_contents(struct runtime_node *node, char *to, uint64_t room)
{
    if (node->size)
        memcpy(to, node->data, (size_t)node->size);
    if (node->data_allocated)
        free(node->data);
    node->data = to;
    node->data_allocated = false;
    node->capacity = room;
}

int __runtime_map_file(void **at, size_t size, int protection, bool shared, int descriptor, offset64 offset)
{
    __runtime_shows_files();
    struct runtime_description *description = __runtime_description(descriptor);
    int error =
        offset % PAGE || offset < 0 ? EINVAL : check_file(description, shared && protection & PAGES_WRITTEN);
    if (error)
        return error;
    struct runtime_node *node = description->node;
    size_t bytes = __runtime_whole_pages(size);
    if (node->operations || node->device != DEVICE_NONE)
        __heddle_unmodelled("mmap of a device");
    if (!shared && !is_there(node, (uint64_t)offset, size))
        __heddle_unmodelled("private mmap of more than a file holds");
    if (shared && (offset || node->size > bytes || node->mapped || node->copies))
        __heddle_unmodelled("mmap of a part of a file that is shared, or of a file that is mapped already");
    if (!shared && node->mapped)
        __heddle_unmodelled("mmap of a file that is mapped already, and shared");
    struct runtime_file_mapping *mapping = __heddle_new(sizeof *mapping);
    char *memory = mapping ? __heddle_map(bytes, PAGES_ANY, false) : NULL;
    if (!memory) {
        free(mapping);
        return ENOMEM;
    }
    bool may_be_written = !shared || (description->flags & OPEN_ACCESS) == OPEN_BOTH;
    *mapping = (struct runtime_file_mapping){
        .at = memory,
        .size = bytes,
        .there = shared ? __runtime_whole_pages((size_t)node->size) : bytes,
        .protection = protection,
        .node = node,
        .is_shared = shared,
        .may_be_written = may_be_written,
        .next = mappings,
    };
    mappings = mapping;
    node->users++;
    __runtime_forget_time(node, TIME_OF_ACCESS);
    if (shared) {
        __runtime_forget_time(node, TIME_OF_CHANGE);
        move_contents(node, memory, bytes);
        node->mapped = mapping;
        node->grow_mapped = grow;
    } else {
        uint64_t left = node->size - (uint64_t)offset;
        memcpy(memory, node->data + offset, left < bytes ? (size_t)left : bytes);
        node->copies++;
    }
    if (protection != PAGES_ANY && mapping->there)
        __heddle_protect(memory, mapping->there, protection);
    if (mapping->there < bytes)
        __heddle_protect(memory + mapping->there, bytes - mapping->there, PAGES_NOT_ACCESSED);
    *at = memory;
    return 0;
}

static void release_file_mapping(struct runtime_file_mapping *mapping)
{
    struct runtime_node *node = mapping->node;
    node->users--;
    if (!mapping->is_shared) {
        node->copies--;
    } else {
        char *data = node->size ? malloc((size_t)node->size) : NULL;
        if (node->size && !data)
            __heddle_unmodelled("a file without memory");
        node->mapped = NULL;
        move_contents(node, data, node->size);
        node->data_allocated = data != NULL;
    }
    __runtime_release_node(node);
}

bool __runtime_unmap_file(void *at, size_t size)
{
    struct runtime_file_mapping **link = &mappings;
    while (*link && (*link)->at != at)
        link = &(*link)->next;
    struct runtime_file_mapping *mapping = *link;
    if (!mapping)
        return false;
    if (mapping->size != size)
        __heddle_unmodelled("munmap of a part of a file's mapping");
    *link = mapping->next;
    release_file_mapping(mapping);
    free(mapping);
    __heddle_unmap(at, size);
    return true;
}

static const struct runtime_file_mapping *mapping_of(const void *at)
{
    const struct runtime_file_mapping *mapping = mappings;
    while (mapping && (uintptr_t)at - (uintptr_t)mapping->at >= mapping->size)
        mapping = mapping->next;
    return mapping;
}

bool __runtime_is_read_only_file(const void *at)
{
    const struct runtime_file_mapping *mapping = mapping_of(at);
    return mapping && !mapping->may_be_written;
}

bool __runtime_exceeds_file(const void *at)
{
    const struct runtime_file_mapping *mapping = mapping_of(at);
    return mapping && mapping->there < mapping->size;
}

bool __runtime_is_file_mapping(const void *at)
{
    heddle_atomic_begin();
    bool is_mapping = mapping_of(at);
    heddle_atomic_end();
    return is_mapping;
}
