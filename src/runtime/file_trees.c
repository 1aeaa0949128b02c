// <ftw.h>: what lies below a directory. There is one file system only.
#include "runtime/directory_entries.h"
#include "runtime/file_status.h"

enum { KIND_FILE, KIND_DIRECTORY, KIND_UNREADABLE, KIND_UNKNOWN, KIND_LINK, KIND_VISITED, KIND_DANGLING };
enum { KEEPS_LINKS = 1, CHANGES_FOLDER = 4, VISITED_LAST = 8, OBEYS = 16, ALL_FLAGS = 31 };

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
    struct visited **visited; // where links are followed
};
struct visited {
    struct visited *next;
    uint64_t number;
};
typedef int (*telling)(const char *path, const void *status, int kind);
typedef int (*telling_place)(const char *path, const void *status, int kind, struct FTW *place);

int stat(const char *path, struct stat *to);
int lstat(const char *path, struct stat *to);
#if __SIZEOF_POINTER__ == 8
#define plain_or_wide(name) name
#else
int stat64(const char *path, struct stat_wide *to);
int lstat64(const char *path, struct stat_wide *to);
#define plain_or_wide(name) name##64
#endif

static int look_at_path(const struct walk *walk, const char *path, bool keeps_link, union status *status)
{
    if (walk->is_wide)
        return keeps_link ? plain_or_wide(lstat)(path, &status->wide)
                          : plain_or_wide(stat)(path, &status->wide);
    return keeps_link ? lstat(path, &status->plain) : stat(path, &status->plain);
}

// What is visited is a file or a link; ftw has no kinds for links.
static int link_kind(const struct walk *walk, bool is_dangling)
{
    if (!walk->tells_place)
        return is_dangling ? KIND_UNKNOWN : KIND_FILE;
    return is_dangling ? KIND_DANGLING : KIND_LINK;
}

// Whether the directory was visited before, by another path: only where links are followed.
static int note_visit(const struct walk *walk, uint64_t number, bool *again)
{
    *again = false;
    if (walk->flags & KEEPS_LINKS)
        return 0;
    for (const struct visited *visited = *walk->visited; visited; visited = visited->next)
        if (visited->number == number) {
            *again = true;
            return 0;
        }
    struct visited *visited = __heddle_new(sizeof *visited);
    if (!visited)
        return __runtime_fail(ENOMEM);
    *visited = (struct visited){*walk->visited, number};
    *walk->visited = visited;
    return 0;
}

static int tell_of_path(const struct walk *walk, const char *path, const union status *status, int kind,
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
        return errno == EACCES ? tell_of_path(walk, path, status, KIND_UNREADABLE, place) : -1;
    int result = walk->flags & VISITED_LAST ? 0 : tell_of_path(walk, path, status, KIND_DIRECTORY, place);
    for (const struct dirent *entry; !result && (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            result = visit_entry(walk, path, entry->d_name, place.level + 1);
    closedir(stream);
    return !result && walk->flags & VISITED_LAST ? tell_of_path(walk, path, status, KIND_VISITED, place)
                                                 : result;
}

// Neither the file nor, if it is a link, where it leads can be looked at.
static int tell_unknown(const struct walk *walk, const char *path, union status *status, struct FTW place)
{
    if (errno != EACCES && errno != ENOENT)
        return -1;
    bool is_dangling =
        !(walk->flags & KEEPS_LINKS) && !look_at_path(walk, path, true, status) &&
        ((walk->is_wide ? status->wide.st_mode : status->plain.st_mode) & MODE_TYPE) == MODE_LINK;
    if (!is_dangling && place.level == 0)
        return -1;
    return tell_of_path(walk, path, status, is_dangling ? link_kind(walk, true) : KIND_UNKNOWN, place);
}

static int visit(const struct walk *walk, const char *path, struct FTW place)
{
    union status status;
    bool again;
    if (look_at_path(walk, path, walk->flags & KEEPS_LINKS, &status))
        return tell_unknown(walk, path, &status, place);
    unsigned mode = walk->is_wide ? status.wide.st_mode : status.plain.st_mode;
    if ((mode & MODE_TYPE) != MODE_DIRECTORY)
        return tell_of_path(walk, path, &status,
                            (mode & MODE_TYPE) == MODE_LINK ? link_kind(walk, false) : KIND_FILE, place);
    if (note_visit(walk, walk->is_wide ? status.wide.st_ino : status.plain.st_ino, &again))
        return -1;
    return again ? 0 : visit_directory(walk, path, &status, place);
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
    for (struct visited *visited = *walk->visited, *next; visited; visited = next) {
        next = visited->next;
        free(visited);
    }
    return result;
}

#define WALKS(suffix, wide)                                                                                  \
    int ftw##suffix(const char *path, telling function, int descriptors)                                     \
    {                                                                                                        \
        (void)descriptors;                                                                                   \
        return start(&(struct walk){(void (*)(void))function, false, wide, 0, &(struct visited *){NULL}},    \
                     path);                                                                                  \
    }                                                                                                        \
    int nftw##suffix(const char *path, telling_place function, int descriptors, int flags)                   \
    {                                                                                                        \
        (void)descriptors;                                                                                   \
        if (flags & ~ALL_FLAGS)                                                                              \
            return __runtime_fail(EINVAL);                                                                   \
        return start(&(struct walk){(void (*)(void))function, true, wide, flags, &(struct visited *){NULL}}, \
                     path);                                                                                  \
    }
WALKS(, false)
#if __SIZEOF_POINTER__ == 4
WALKS(64, true)
#endif
