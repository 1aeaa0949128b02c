// <sys/stat.h>, <unistd.h>, <stdio.h>: what is done with names of files.
#include "runtime/file_status.h"

// ---- stat

// What stat says, without the parts that are the same for all.
struct facts {
    uintptr_t number;
    unsigned mode, names;
    uint64_t size;
    struct runtime_times times;
};

// Its name, its own ".", and the ".." of each directory in it, as most file systems count.
static unsigned links_of_directory(const struct runtime_node *directory)
{
    unsigned links = 2;
    for (unsigned i = 0; i < RUNTIME_BUCKETS; i++)
        for (const struct runtime_entry *entry = directory->entries[i]; entry; entry = entry->next)
            links += __runtime_is_kind(entry->node, MODE_DIRECTORY);
    return links;
}

static void note_facts(struct facts *facts, const struct runtime_node *node)
{
    enum { DIRECTORY_SIZE = 4096 };
    __runtime_shows_files();
    facts->number = (uintptr_t)node;
    facts->times = (struct runtime_times){0};
    if (__heddle_times_are_set() && node->times)
        facts->times = *node->times;
    facts->mode = node->mode;
    facts->names =
        __runtime_is_kind(node, MODE_DIRECTORY) && node->names ? links_of_directory(node) : node->names;
    facts->size = __runtime_is_kind(node, MODE_FILE) || __runtime_is_kind(node, MODE_LINK) ? node->size
                  : __runtime_is_kind(node, MODE_DIRECTORY)                                ? DIRECTORY_SIZE
                                                                                           : 0;
}

enum { OWNER = 1000, DEVICE_NUMBER = 0x801, BLOCK = 4096, SECTOR = 512 };
enum { AT_SYMLINK_NOFOLLOW = 0x100, AT_EACCESS = 0x200, AT_EMPTY_PATH = 0x1000 };

static enum runtime_link_use link_use(int flags)
{
    return flags & AT_SYMLINK_NOFOLLOW ? LINK_BEFORE_SLASH : LINK_FOLLOWED;
}

// `flags`: of fstatat.
static int facts_of(int from, const char *path, int flags, struct facts *facts)
{
    struct runtime_node *node;
    heddle_atomic_begin();
    int error = __runtime_find_linked(from, path, link_use(flags), &node);
    if (!error)
        note_facts(facts, node);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

static int facts_of_descriptor(int descriptor, struct facts *facts)
{
    heddle_atomic_begin();
    struct runtime_description *description = __runtime_description(descriptor);
    if (description)
        note_facts(facts, description->node);
    heddle_atomic_end();
    return description ? 0 : __runtime_fail(EBADF);
}

// When a file was accessed and changed is not known but where the program has set it.
static void fill_times(const struct runtime_times *from, struct timespec to[3])
{
    static const char what[] = "a time of a file";
    if (!from->known[TIME_OF_ACCESS] && !from->known[TIME_OF_CHANGE]) {
        __heddle_unmodelled_input(to, 3 * sizeof *to, what);
        return;
    }
    for (int k = 0; k < 3; k++)
        if (k < 2 && from->known[k])
            to[k] = from->time[k];
        else
            __heddle_unmodelled_input(&to[k], sizeof to[k], what); // that of its status never is
}

#define FILL(name, type)                                                                                     \
    static int name(const struct facts *facts, struct type *to)                                              \
    {                                                                                                        \
        *to = (struct type){.st_dev = DEVICE_NUMBER,                                                         \
                            .st_ino = facts->number,                                                         \
                            .st_mode = facts->mode,                                                          \
                            .st_nlink = facts->names,                                                        \
                            .st_uid = OWNER,                                                                 \
                            .st_gid = OWNER,                                                                 \
                            .st_size = (long)facts->size,                                                    \
                            .st_blksize = BLOCK,                                                             \
                            .st_blocks = (long)((facts->size + SECTOR - 1) / SECTOR)};                       \
        fill_times(&facts->times, to->times);                                                                \
        return 0;                                                                                            \
    }
FILL(fill, stat)
#if __SIZEOF_POINTER__ == 8
#define fill_wide fill
#else
FILL(fill_wide, stat_wide)
#endif

// The functions that begin with underscores are those of older headers.
#define STATS(suffix, type, fill_in)                                                                         \
    int stat##suffix(const char *path, struct type *to)                                                      \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        return facts_of(RUNTIME_AT_FOLDER, path, 0, &facts) ? -1 : fill_in(&facts, to);                      \
    }                                                                                                        \
    int lstat##suffix(const char *path, struct type *to)                                                     \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        return facts_of(RUNTIME_AT_FOLDER, path, AT_SYMLINK_NOFOLLOW, &facts) ? -1 : fill_in(&facts, to);    \
    }                                                                                                        \
    int fstat##suffix(int descriptor, struct type *to)                                                       \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        return facts_of_descriptor(descriptor, &facts) ? -1 : fill_in(&facts, to);                           \
    }                                                                                                        \
    int fstatat##suffix(int from, const char *path, struct type *to, int flags)                              \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        int error = flags & AT_EMPTY_PATH && !*path ? facts_of_descriptor(from, &facts)                      \
                                                    : facts_of(from, path, flags, &facts);                   \
        return error ? -1 : fill_in(&facts, to);                                                             \
    }                                                                                                        \
    int __xstat##suffix(int version, const char *path, struct type *to)                                      \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        (void)version;                                                                                       \
        return facts_of(RUNTIME_AT_FOLDER, path, 0, &facts) ? -1 : fill_in(&facts, to);                      \
    }                                                                                                        \
    int __lxstat##suffix(int version, const char *path, struct type *to)                                     \
    {                                                                                                        \
        (void)version;                                                                                       \
        return lstat##suffix(path, to);                                                                      \
    }                                                                                                        \
    int __fxstat##suffix(int version, int descriptor, struct type *to)                                       \
    {                                                                                                        \
        struct facts facts;                                                                                  \
        (void)version;                                                                                       \
        return facts_of_descriptor(descriptor, &facts) ? -1 : fill_in(&facts, to);                           \
    }
STATS(, stat, fill)
STATS(64, stat_wide, fill_wide)

static int check_access(int from, const char *path, int what, int flags)
{
    struct runtime_node *node;
    if (what & ~7 || flags & ~(AT_SYMLINK_NOFOLLOW | AT_EACCESS))
        return -EINVAL;
    int error = __runtime_find_linked(from, path, link_use(flags), &node);
    return error ? error : __runtime_may(node, (unsigned)what) ? 0 : -EACCES;
}

int faccessat(int from, const char *path, int what, int flags)
{
    heddle_atomic_begin();
    int error = check_access(from, path, what, flags);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int access(const char *path, int what)
{
    return faccessat(RUNTIME_AT_FOLDER, path, what, 0);
}

static int change_mode(struct runtime_node *node, mode_t mode)
{
    if (__runtime_is_kind(node, MODE_EVENT))
        return -EPERM; // the system's own
    if (__runtime_is_kind(node, MODE_LINK))
        return -ENOTSUP;
    node->mode = (node->mode & MODE_TYPE) | (mode & MODE_PERMISSIONS);
    return 0;
}

int fchmodat(int from, const char *path, mode_t mode, int flags)
{
    struct runtime_node *node;
    if (flags & ~AT_SYMLINK_NOFOLLOW)
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int error = __runtime_find_linked(from, path, link_use(flags), &node);
    if (!error)
        error = change_mode(node, mode);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int chmod(const char *path, mode_t mode)
{
    return fchmodat(RUNTIME_AT_FOLDER, path, mode, 0);
}

int fchmod(int descriptor, mode_t mode)
{
    heddle_atomic_begin();
    struct runtime_description *description = __runtime_description(descriptor);
    int error = description ? change_mode(description->node, mode) : -EBADF;
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

// ---- making and removing

static bool is_empty(const struct runtime_node *directory)
{
    for (unsigned i = 0; i < RUNTIME_BUCKETS; i++)
        if (directory->entries[i])
            return false;
    return true;
}

static bool is_dots(const struct runtime_place *place, size_t count)
{
    return place->length == count && place->name[0] == '.' && place->name[count - 1] == '.';
}

static bool is_dot(const struct runtime_place *place)
{
    return place->length == 0 || is_dots(place, 1) || is_dots(place, 2);
}

// Whether the name may be taken away.
static int check_removal(const struct runtime_place *place, bool as_directory)
{
    if (!place->node)
        return -ENOENT;
    bool is_directory = __runtime_is_kind(place->node, MODE_DIRECTORY);
    if (as_directory && !is_directory)
        return -ENOTDIR;
    if (!as_directory && is_directory)
        return -EISDIR;
    if (is_dot(place))
        return place->length == 0 ? -EBUSY : is_dots(place, 1) ? -EINVAL : -ENOTEMPTY;
    if (!__runtime_may(place->directory, 2))
        return -EACCES;
    if (!place->node->allocated)
        return -EBUSY;
    return is_directory && !is_empty(place->node) ? -ENOTEMPTY : 0;
}

static int remove_name(int from, const char *path, bool as_directory)
{
    struct runtime_place place;
    int error = __runtime_find_place(from, path, LINK_KEPT, &place);
    if (!error)
        error = __runtime_check_slash(&place);
    if (!error)
        error = check_removal(&place, as_directory);
    if (error)
        return error;
    __runtime_leave(&place);
    __runtime_release_node(place.node);
    return 0;
}

static int remove_at(int from, const char *path, bool as_directory)
{
    heddle_atomic_begin();
    int error = remove_name(from, path, as_directory);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int unlink(const char *path)
{
    return remove_at(RUNTIME_AT_FOLDER, path, false);
}

int rmdir(const char *path)
{
    return remove_at(RUNTIME_AT_FOLDER, path, true);
}

int unlinkat(int from, const char *path, int flags)
{
    enum { REMOVE_DIRECTORY = 0x200 };
    return remove_at(from, path, flags & REMOVE_DIRECTORY);
}

int remove(const char *path)
{
    heddle_atomic_begin();
    int error = remove_name(RUNTIME_AT_FOLDER, path, false);
    if (error == -EISDIR)
        error = remove_name(RUNTIME_AT_FOLDER, path, true);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int __runtime_check_new(const struct runtime_place *place, bool is_directory)
{
    if (place->node)
        return -EEXIST;
    if (place->is_directory && !is_directory)
        return -ENOENT;
    return __runtime_may(place->directory, 2) ? 0 : -EACCES;
}

// A directory or a pipe, by the kind in `mode`.
static int make_node(int from, const char *path, mode_t mode)
{
    struct runtime_place place;
    bool is_directory = (mode & MODE_TYPE) == MODE_DIRECTORY;
    int error = __runtime_find_place(from, path, LINK_KEPT, &place);
    if (!error)
        error = __runtime_check_new(&place, is_directory);
    if (error)
        return error;
    struct runtime_node *node = __runtime_new_node(mode);
    if (!node)
        return -ENOSPC;
    node->is_named = !is_directory;
    return __runtime_enter(&place, node);
}

int mkfifoat(int from, const char *path, mode_t mode)
{
    __runtime_locks_streams(); // a stream over it may have to wait in the middle of a line
    heddle_atomic_begin();
    int error = make_node(from, path, MODE_PIPE | (mode & 0777 & ~__runtime_mask()));
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int mkfifo(const char *path, mode_t mode)
{
    return mkfifoat(RUNTIME_AT_FOLDER, path, mode);
}

int mkdirat(int from, const char *path, mode_t mode)
{
    heddle_atomic_begin();
    int error = make_node(from, path, MODE_DIRECTORY | (mode & 01777 & ~__runtime_mask()));
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int mkdir(const char *path, mode_t mode)
{
    return mkdirat(RUNTIME_AT_FOLDER, path, mode);
}

static bool is_within(const struct runtime_node *node, const struct runtime_node *directory)
{
    while (node != directory && node->parent != node)
        node = node->parent;
    return node == directory;
}

// What forbids to give the node another name, in the order in which Linux looks.
static int check_move(const struct runtime_place *from, const struct runtime_place *to)
{
    const struct runtime_node *node = from->node;
    if (is_dot(from) || is_dot(to))
        return -EBUSY;
    if (!node)
        return -ENOENT;
    bool is_directory = __runtime_is_kind(node, MODE_DIRECTORY);
    if (!is_directory && (from->is_directory || to->is_directory))
        return -ENOTDIR;
    if (is_directory && is_within(to->directory, node))
        return -EINVAL;
    if (to->node && is_within(from->directory, to->node))
        return -ENOTEMPTY;
    if (to->node == node)
        return 0;
    if (!__runtime_may(from->directory, 2) || !__runtime_may(to->directory, 2))
        return -EACCES;
    if (!node->allocated)
        return -EBUSY;
    return to->node ? check_removal(to, is_directory) : 0;
}

static int move_name(const struct runtime_place *from, const struct runtime_place *to)
{
    int error = check_move(from, to);
    if (error || to->node == from->node)
        return error;
    if (to->node) {
        __runtime_leave(to);
        __runtime_release_node(to->node);
    }
    error = __runtime_enter(to, from->node);
    if (!error)
        __runtime_leave(from);
    return error;
}

int renameat(int from, const char *path, int to, const char *new_path)
{
    struct runtime_place source, target;
    heddle_atomic_begin();
    int error = __runtime_find_place(from, path, LINK_KEPT, &source);
    if (!error)
        error = __runtime_find_place(to, new_path, LINK_KEPT, &target);
    if (!error)
        error = move_name(&source, &target);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int rename(const char *path, const char *new_path)
{
    return renameat(RUNTIME_AT_FOLDER, path, RUNTIME_AT_FOLDER, new_path);
}

static int link_name(int from, const char *path, enum runtime_link_use use, int new_from,
                     const char *new_path)
{
    struct runtime_node *node;
    struct runtime_place target;
    int error = __runtime_find_linked(from, path, use, &node);
    if (!error)
        error = __runtime_find_place(new_from, new_path, LINK_KEPT, &target);
    if (error)
        return error;
    if (target.node)
        return -EEXIST;
    if (target.is_directory)
        return -ENOENT;
    if (__runtime_is_kind(node, MODE_DIRECTORY))
        return -EPERM;
    return __runtime_may(target.directory, 2) ? __runtime_enter(&target, node) : -EACCES;
}

int linkat(int from, const char *path, int new_from, const char *new_path, int flags)
{
    enum { FOLLOWS_LINKS = 0x400, TAKES_DESCRIPTOR = 0x1000 };
    if (flags & ~(FOLLOWS_LINKS | TAKES_DESCRIPTOR))
        return __runtime_fail(EINVAL);
    if (flags & TAKES_DESCRIPTOR && !*path)
        __heddle_unmodelled("linkat of a descriptor (AT_EMPTY_PATH)");
    heddle_atomic_begin();
    int error =
        link_name(from, path, flags & FOLLOWS_LINKS ? LINK_FOLLOWED : LINK_BEFORE_SLASH, new_from, new_path);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int link(const char *path, const char *new_path)
{
    return linkat(RUNTIME_AT_FOLDER, path, RUNTIME_AT_FOLDER, new_path, 0);
}

// ---- names for temporary files

enum { LETTERS = 6, MOST_NAMES = 26 * 26 };

// Where the six X are, before so many characters; NULL: there are none.
static char *letters_of(char *path, int suffix)
{
    size_t length = strlen(path);
    if (suffix < 0 || length < LETTERS + (size_t)suffix)
        return NULL;
    char *letters = path + length - (size_t)suffix - LETTERS;
    return strncmp(letters, "XXXXXX", LETTERS) == 0 ? letters : NULL;
}

static void put_letters(char *letters, int i)
{
    const char name[LETTERS] = {'h', 'e', 'd', 'd', (char)('a' + i / 26), (char)('a' + i % 26)};
    memcpy(letters, name, LETTERS);
}

// The first name that is free, in place of the six X.
int mkostemps(char *path, int suffix, int flags)
{
    char *letters = letters_of(path, suffix);
    if (!letters)
        return __runtime_fail(EINVAL);
    for (int i = 0; i < MOST_NAMES; i++) {
        put_letters(letters, i);
        heddle_atomic_begin();
        int result =
            __runtime_open(RUNTIME_AT_FOLDER, path, flags | OPEN_BOTH | OPEN_CREATE | OPEN_NEW, 0600, 0);
        heddle_atomic_end();
        if (result != -EEXIST)
            return (int)__runtime_result(result);
    }
    return __runtime_fail(EEXIST);
}

#define TEMPORARY(suffix)                                                                                    \
    int mkstemps##suffix(char *path, int length)                                                             \
    {                                                                                                        \
        return mkostemps(path, length, 0);                                                                   \
    }                                                                                                        \
    int mkostemp##suffix(char *path, int flags)                                                              \
    {                                                                                                        \
        return mkostemps(path, 0, flags);                                                                    \
    }                                                                                                        \
    int mkstemp##suffix(char *path)                                                                          \
    {                                                                                                        \
        return mkostemps(path, 0, 0);                                                                        \
    }
TEMPORARY()
TEMPORARY(64)

int mkostemps64(char *path, int suffix, int flags)
{
    return mkostemps(path, suffix, flags);
}

// A name that is free at that moment; none: an empty one.
char *mktemp(char *path)
{
    int before = errno;
    char *letters = letters_of(path, 0);
    for (int i = 0; letters && i < MOST_NAMES; i++) {
        struct facts facts;
        put_letters(letters, i);
        if (facts_of(RUNTIME_AT_FOLDER, path, AT_SYMLINK_NOFOLLOW, &facts) && errno == ENOENT) {
            errno = before;
            return path;
        }
    }
    errno = letters ? EEXIST : EINVAL;
    *path = 0;
    return path;
}

// ---- the current directory

static int change_folder(struct runtime_node *node)
{
    if (!__runtime_is_kind(node, MODE_DIRECTORY))
        return -ENOTDIR;
    if (!__runtime_may(node, 1))
        return -EACCES;
    __runtime_folder->users -= __runtime_folder->allocated;
    __runtime_release_node(__runtime_folder);
    __runtime_folder = node;
    node->users += node->allocated;
    return 0;
}

int chdir(const char *path)
{
    struct runtime_node *node;
    heddle_atomic_begin();
    int error = __runtime_find(RUNTIME_AT_FOLDER, path, &node);
    if (!error)
        error = change_folder(node);
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

int fchdir(int descriptor)
{
    heddle_atomic_begin();
    struct runtime_description *description = __runtime_description(descriptor);
    int error = description ? change_folder(description->node) : -EBADF;
    heddle_atomic_end();
    return (int)__runtime_result(error);
}

static const char *name_in(const struct runtime_node *directory, const struct runtime_node *node)
{
    for (unsigned i = 0; i < RUNTIME_BUCKETS; i++)
        for (const struct runtime_entry *entry = directory->entries[i]; entry; entry = entry->next)
            if (entry->node == node)
                return entry->name;
    return __runtime_fixed_name(node);
}

int __runtime_path_of(const struct runtime_node *node, char *end, size_t room)
{
    size_t length = 0;
    for (; node->parent != node; node = node->parent) {
        const char *name = name_in(node->parent, node);
        if (!name)
            return -ENOENT;
        size_t part = strlen(name) + 1;
        if (length + part > room)
            return -ERANGE;
        length += part;
        *(end - length) = '/';
        memcpy(end - length + 1, name, part - 1);
    }
    if (length == 0)
        *(end - ++length) = '/';
    return (int)length;
}

char *getcwd(char *to, size_t size)
{
    enum { MOST = 4096 };
    char path[MOST];
    if (to && size == 0) {
        errno = EINVAL;
        return NULL;
    }
    heddle_atomic_begin();
    int length = __runtime_path_of(__runtime_folder, path + MOST, MOST);
    heddle_atomic_end();
    if (length < 0 || (size && (size_t)length >= size)) {
        errno = length < 0 ? -length : ERANGE;
        return NULL;
    }
    if (!to && !(to = malloc(size ? size : (size_t)length + 1)))
        return NULL;
    memcpy(to, path + MOST - length, (size_t)length);
    to[length] = 0;
    return to;
}
