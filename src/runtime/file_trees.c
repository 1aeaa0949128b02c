// <ftw.h>: what lies below a directory. There are no symbolic links, and one file system only.
#include "runtime/directory_entries.h"
#include "runtime/file_status.h"

enum { KIND_FILE, KIND_DIRECTORY, KIND_UNREADABLE, KIND_UNKNOWN, KIND_VISITED = 5 };
enum { CHANGES_FOLDER = 4, VISITED_LAST = 8, OBEYS = 16, ALL_FLAGS = 31 };

struct FTW {
    int base, level;
};
union status {
    struct stat plain;
    struct stat_wide wide;
};
struct walk {
    void (*function)(void); // the program's
    bool tells_place, is_wide;
    int flags;
};
typedef int (*telling)(const char *path, const void *status, int kind);
typedef int (*telling_place)(const char *path, const void *status, int kind, struct FTW *place);

int lstat(const char *path, struct stat *to);
#if __SIZEOF_POINTER__ == 8
#define lstat_wide lstat
#else
int lstat64(const char *path, struct stat_wide *to);
#define lstat_wide lstat64
#endif

static int tell(const struct walk *walk, const char *path, const union status *status, int kind,
                struct FTW place)
{
    return walk->tells_place ? ((telling_place)walk->function)(path, status, kind, &place)
                             : ((telling)walk->function)(path, status, kind);
}

static int visit(const struct walk *walk, const char *path, struct FTW place);

static int visit_entry(const struct walk *walk, const char *path, const char *name, int level)
{
    size_t length = strlen(path);
    char *inner = __heddle_new(length + 1 + strlen(name) + 1);
    if (!inner)
        return __runtime_fail(ENOMEM);
    strcpy(inner, path);
    if (path[length - 1] != '/')
        inner[length++] = '/';
    strcpy(inner + length, name);
    int result = visit(walk, inner, (struct FTW){(int)length, level});
    free(inner);
    return result;
}

static int visit_directory(const struct walk *walk, const char *path, const union status *status,
                           struct FTW place)
{
    DIR *stream = opendir(path);
    if (!stream)
        return errno == EACCES ? tell(walk, path, status, KIND_UNREADABLE, place) : -1;
    int result = walk->flags & VISITED_LAST ? 0 : tell(walk, path, status, KIND_DIRECTORY, place);
    for (const struct dirent *entry; !result && (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            result = visit_entry(walk, path, entry->d_name, place.level + 1);
    closedir(stream);
    return !result && walk->flags & VISITED_LAST ? tell(walk, path, status, KIND_VISITED, place) : result;
}

static int visit(const struct walk *walk, const char *path, struct FTW place)
{
    union status status;
    int error = walk->is_wide ? lstat_wide(path, &status.wide) : lstat(path, &status.plain);
    if (error)
        return place.level > 0 && (errno == EACCES || errno == ENOENT)
                   ? tell(walk, path, &status, KIND_UNKNOWN, place)
                   : -1;
    unsigned mode = walk->is_wide ? status.wide.st_mode : status.plain.st_mode;
    return (mode & MODE_TYPE) == MODE_DIRECTORY ? visit_directory(walk, path, &status, place)
                                                : tell(walk, path, &status, KIND_FILE, place);
}

static int start(const struct walk *walk, const char *path)
{
    if (walk->flags & (CHANGES_FOLDER | OBEYS))
        __heddle_unmodelled("nftw with FTW_CHDIR or FTW_ACTIONRETVAL");
    size_t length = strlen(path), base;
    if (!length)
        return __runtime_fail(ENOENT);
    char *copy = __heddle_new(length + 1);
    if (!copy)
        return __runtime_fail(ENOMEM);
    memcpy(copy, path, length);
    while (length > 1 && copy[length - 1] == '/')
        length--;
    copy[length] = 0;
    for (base = length; base && copy[base - 1] != '/';)
        base--;
    int result = visit(walk, copy, (struct FTW){(int)base, 0});
    free(copy);
    return result;
}

#define WALKS(suffix, wide)                                                                                  \
    int ftw##suffix(const char *path, telling function, int descriptors)                                     \
    {                                                                                                        \
        (void)descriptors;                                                                                   \
        return start(&(struct walk){(void (*)(void))function, false, wide, 0}, path);                        \
    }                                                                                                        \
    int nftw##suffix(const char *path, telling_place function, int descriptors, int flags)                   \
    {                                                                                                        \
        (void)descriptors;                                                                                   \
        if (flags & ~ALL_FLAGS)                                                                              \
            return __runtime_fail(EINVAL);                                                                   \
        return start(&(struct walk){(void (*)(void))function, true, wide, flags}, path);                     \
    }
WALKS(, false)
#if __SIZEOF_POINTER__ == 4
WALKS(64, true)
#endif
