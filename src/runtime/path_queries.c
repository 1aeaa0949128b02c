// <stdlib.h>, <dirent.h>: what paths lead to.
#include "runtime/directory_entries.h"
#include "runtime/files.h"

enum { MOST_PATH = 4096 };

// The path from the root, at the end of the memory; its length, or an error.
static int resolve(const char *path, char *end)
{
    struct runtime_place place;
    int error = __runtime_find_place(RUNTIME_AT_FOLDER, path, LINK_FOLLOWED, &place);
    if (!error)
        error = __runtime_check_slash(&place);
    if (error && error != -ENOENT)
        return error;
    if (error || !place.node)
        return __runtime_not_found(path);
    if (__runtime_is_kind(place.node, MODE_DIRECTORY))
        return __runtime_path_of(place.node, end, MOST_PATH);
    char *name = end - place.length;
    memcpy(name, place.name, place.length);
    int length = __runtime_path_of(place.directory, name - 1, MOST_PATH - 1 - place.length);
    if (length < 0)
        return length;
    bool is_root = length == 1;
    *(name - 1) = '/';
    return (int)place.length + 1 + (is_root ? 0 : length);
}

char *realpath(const char *restrict path, char *restrict to)
{
    char found[MOST_PATH];
    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    heddle_atomic_begin();
    int length = resolve(path, found + MOST_PATH);
    heddle_atomic_end();
    if (length < 0 || (!to && !(to = malloc((size_t)length + 1)))) {
        errno = length < 0 ? -length : ENOMEM;
        return NULL;
    }
    memcpy(to, found + MOST_PATH - length, (size_t)length);
    to[length] = 0;
    return to;
}

char *__realpath_chk(const char *restrict path, char *restrict to, size_t room)
{
    if (to)
        __runtime_check_limit(4096, room); // PATH_MAX
    return realpath(path, to);
}

char *canonicalize_file_name(const char *path)
{
    return realpath(path, NULL);
}

char *getcwd(char *to, size_t size);

char *get_current_dir_name(void)
{
    return getcwd(NULL, 0);
}

int mkdir(const char *path, mode_t mode);

// The first name that is free, in place of the six X.
char *mkdtemp(char *path)
{
    enum { LETTERS = 6, MOST = 26 * 26 };
    size_t length = strlen(path);
    if (length < LETTERS || strcmp(path + length - LETTERS, "XXXXXX") != 0) {
        errno = EINVAL;
        return NULL;
    }
    int before = errno;
    for (int i = 0; i < MOST; i++) {
        const char name[LETTERS] = {'h', 'e', 'd', 'd', (char)('a' + i / 26), (char)('a' + i % 26)};
        memcpy(path + length - LETTERS, name, LETTERS);
        if (mkdir(path, 0700) == 0) {
            errno = before;
            return path;
        }
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

// ---- scandir

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *left, const void *right));
int strverscmp(const char *left, const char *right);

static int give_up(void **found, size_t count, DIR *stream)
{
    while (count)
        free(found[--count]);
    free(found);
    closedir(stream);
    return __runtime_fail(ENOMEM);
}

// alphasort, versionsort and scandir, for both sizes of entries.
#define SCANNING(suffix, type)                                                                               \
    int alphasort##suffix(const struct type **left, const struct type **right)                               \
    {                                                                                                        \
        return strcmp((*left)->d_name, (*right)->d_name);                                                    \
    }                                                                                                        \
    int versionsort##suffix(const struct type **left, const struct type **right)                             \
    {                                                                                                        \
        return strverscmp((*left)->d_name, (*right)->d_name);                                                \
    }                                                                                                        \
    int scandir##suffix(const char *path, struct type ***to, int (*wanted)(const struct type *entry),        \
                        int (*compare)(const struct type **left, const struct type **right))                 \
    {                                                                                                        \
        DIR *stream = opendir(path);                                                                         \
        struct type **found = NULL;                                                                          \
        size_t count = 0;                                                                                    \
        if (!stream)                                                                                         \
            return -1;                                                                                       \
        for (const struct type *entry; (entry = readdir##suffix(stream));) {                                 \
            if (wanted && !wanted(entry))                                                                    \
                continue;                                                                                    \
            struct type **more = realloc(found, (count + 1) * sizeof *more);                                 \
            if (!more)                                                                                       \
                return give_up((void **)found, count, stream);                                               \
            found = more;                                                                                    \
            if (!(found[count] = malloc(sizeof *entry)))                                                     \
                return give_up((void **)found, count, stream);                                               \
            *found[count++] = *entry;                                                                        \
        }                                                                                                    \
        closedir(stream);                                                                                    \
        if (count && compare)                                                                                \
            qsort(found, count, sizeof *found,                                                               \
                  (int (*)(const void *, const void *))(void (*)(void))compare);                             \
        *to = found;                                                                                         \
        return (int)count;                                                                                   \
    }
SCANNING(, dirent)
SCANNING(64, dirent_wide)
