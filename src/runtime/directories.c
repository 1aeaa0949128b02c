// <dirent.h>: reading directories.
#include "runtime/directory_entries.h"
#include "runtime/files.h"

struct listed {
    uintptr_t number;
    unsigned char type;
    char name[RUNTIME_NAME_MOST + 1];
};

// What the directory held when it was opened: what is made or removed later may be missing or still be there,
// as POSIX has it.
struct directory_stream {
    int descriptor;
    size_t count, next;
    struct listed *entries;
    struct dirent entry;
    struct dirent_wide wide_entry;
};

static void list_one(struct listed *to, const struct runtime_node *node, const char *name)
{
    to->number = (uintptr_t)node;
    to->type = (unsigned char)(node->mode >> 12);
    strcpy(to->name, name);
}

static bool list(DIR *stream, const struct runtime_node *directory)
{
    enum { DOTS = 2 };
    size_t count = DOTS;
    __runtime_forget_time(directory, TIME_OF_ACCESS);
    for (unsigned i = 0; i < RUNTIME_BUCKETS; i++)
        for (const struct runtime_entry *entry = directory->entries[i]; entry; entry = entry->next)
            count++;
    stream->entries = __heddle_new(count * sizeof *stream->entries);
    if (!stream->entries)
        return false;
    list_one(&stream->entries[0], directory, ".");
    list_one(&stream->entries[1], directory->parent, "..");
    stream->count = DOTS;
    for (unsigned i = 0; i < RUNTIME_BUCKETS; i++)
        for (const struct runtime_entry *entry = directory->entries[i]; entry; entry = entry->next)
            list_one(&stream->entries[stream->count++], entry->node, entry->name);
    return true;
}

// Within a section; an error number, negated.
static int open_list(DIR *stream, int descriptor)
{
    struct runtime_description *description = __runtime_description(descriptor);
    if (!description)
        return -EBADF;
    if (!__runtime_is_kind(description->node, MODE_DIRECTORY))
        return -ENOTDIR;
    stream->descriptor = descriptor;
    return list(stream, description->node) ? 0 : -ENOMEM;
}

static DIR *finish_opening(DIR *stream, int error)
{
    if (!error)
        return stream;
    errno = -error;
    free(stream);
    return NULL;
}

DIR *opendir(const char *path)
{
    DIR *stream = __heddle_new(sizeof *stream);
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int descriptor =
        __runtime_open(RUNTIME_AT_FOLDER, path, OPEN_READ | OPEN_DIRECTORY | OPEN_CLOSE_ON_EXEC, 0, 0);
    int error = descriptor < 0 ? descriptor : open_list(stream, descriptor);
    if (error && descriptor >= 0)
        __runtime_close_slot(descriptor);
    heddle_atomic_end();
    return finish_opening(stream, error);
}

DIR *fdopendir(int descriptor)
{
    DIR *stream = __heddle_new(sizeof *stream);
    if (!stream)
        return NULL;
    heddle_atomic_begin();
    int error = open_list(stream, descriptor);
    heddle_atomic_end();
    return finish_opening(stream, error);
}

#define FILL_ENTRY(entry, listed)                                                                            \
    do {                                                                                                     \
        (entry).d_ino = (listed).number;                                                                     \
        (entry).d_off = (long)stream->next;                                                                  \
        (entry).d_reclen = sizeof(entry);                                                                    \
        (entry).d_type = (listed).type;                                                                      \
        strcpy((entry).d_name, (listed).name);                                                               \
    } while (0)

// Not safe in threads on one stream: its memory is accessed as the program's own.
struct dirent *readdir(DIR *stream)
{
    if (stream->next == stream->count)
        return NULL;
    const struct listed *listed = &stream->entries[stream->next++];
    FILL_ENTRY(stream->entry, *listed);
    return &stream->entry;
}

struct dirent_wide *readdir64(DIR *stream)
{
    if (stream->next == stream->count)
        return NULL;
    const struct listed *listed = &stream->entries[stream->next++];
    FILL_ENTRY(stream->wide_entry, *listed);
    return &stream->wide_entry;
}

#define READ_ENTRY(name, type, read)                                                                         \
    int name(DIR *stream, type *to, type **result)                                                           \
    {                                                                                                        \
        type *entry = read(stream);                                                                          \
        if (entry)                                                                                           \
            *to = *entry;                                                                                    \
        *result = entry ? to : NULL;                                                                         \
        return 0;                                                                                            \
    }
READ_ENTRY(readdir_r, struct dirent, readdir)
READ_ENTRY(readdir64_r, struct dirent_wide, readdir64)

void rewinddir(DIR *stream)
{
    free(stream->entries);
    stream->count = stream->next = 0;
    heddle_atomic_begin();
    open_list(stream, stream->descriptor);
    heddle_atomic_end();
}

// How many entries were read: only seekdir may be given it.
long telldir(DIR *stream)
{
    return (long)stream->next;
}

void seekdir(DIR *stream, long place)
{
    if (place < 0 || (size_t)place > stream->count)
        __heddle_unmodelled("seekdir to what telldir did not give since the list was made");
    stream->next = (size_t)place;
}

int dirfd(DIR *stream)
{
    return stream->descriptor;
}

int closedir(DIR *stream)
{
    heddle_atomic_begin();
    int result = __runtime_close_slot(stream->descriptor);
    heddle_atomic_end();
    free(stream->entries);
    free(stream);
    return (int)__runtime_result(result);
}
