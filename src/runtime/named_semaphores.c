// <semaphore.h>: semaphores with names. A program begins without any; they are the only ones of their
// process, as those of its files are. Children of fork have them, too.
#include "runtime/files.h"

typedef union {
    char bytes[sizeof(long) == 8 ? 32 : 16];
    long align;
} sem_t;

enum { O_CREAT = 0100, O_EXCL = 0200, SEM_VALUE_MOST = 0x7fffffff, NAME_MOST = 251 };

int sem_init(sem_t *semaphore, int shared, unsigned value);
int sem_getvalue(sem_t *semaphore, int *value);
int sem_destroy(sem_t *semaphore);

// What is open under one name has one address, however often it was opened; once it is closed as often, the
// memory is gone, and the value stays for as long as the name does.
struct named {
    struct named *older;
    sem_t *semaphore; // NULL: not open
    unsigned opened;
    int value; // while it is not open
    bool is_linked;
    char path[];
};
static struct named *all;

static const char *skip_leading_slashes(const char *path)
{
    while (*path == '/')
        path++;
    return path;
}

static struct named *find_named_semaphore(const char *path)
{
    __runtime_check_children();
    struct named *n = all;
    while (n && !(n->is_linked && strcmp(skip_leading_slashes(n->path), skip_leading_slashes(path)) == 0))
        n = n->older;
    if (n && strcmp(n->path, path) != 0) // it is at two addresses
        __heddle_unmodelled("a semaphore by two names that differ in slashes");
    return n;
}

// Whether behind the slashes that a path begins with there is a name.
static bool has_semaphore_name(const char *path)
{
    const char *name = skip_leading_slashes(path);
    size_t length = strlen(name);
    return length && length <= NAME_MOST && !strchr(name, '/');
}

static struct named *create_named_semaphore(const char *path, unsigned value)
{
    size_t size = strlen(path) + 1;
    struct named *n = __heddle_new(sizeof *n + size);
    if (!n)
        return NULL;
    memset(n, 0, sizeof *n);
    memcpy(n->path, path, size);
    n->value = (int)value;
    n->is_linked = true;
    n->older = all;
    all = n;
    return n;
}

// The number of the error; 0: none, and *found is it.
static int look_up(const char *path, int flags, unsigned value, struct named **found)
{
    *found = find_named_semaphore(path);
    if (*found)
        return flags & O_CREAT && flags & O_EXCL ? EEXIST : 0;
    if (!(flags & O_CREAT))
        return ENOENT;
    if (value > SEM_VALUE_MOST)
        return EINVAL;
    *found = create_named_semaphore(path, value);
    return *found ? 0 : ENOMEM;
}

static int open_named(struct named *n)
{
    if (!n->semaphore) {
        n->semaphore = malloc(sizeof *n->semaphore);
        if (!n->semaphore)
            return ENOMEM;
        sem_init(n->semaphore, 1, (unsigned)n->value);
    }
    if (__heddle_processes_are_made())
        __runtime_shares_with_children = true;
    n->opened++;
    return 0;
}

sem_t *sem_open(const char *path, int flags, ...)
{
    unsigned value = 0;
    int error = EINVAL;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        va_arg(list, unsigned); // permissions
        value = va_arg(list, unsigned);
        va_end(list);
    }
    sem_t *result = NULL;
    if (has_semaphore_name(path)) {
        struct named *n;
        heddle_atomic_begin();
        error = look_up(path, flags, value, &n);
        if (!error)
            error = open_named(n);
        if (!error)
            result = n->semaphore;
        heddle_atomic_end();
    }
    if (error)
        errno = error;
    return error ? NULL : result;
}

int sem_close(sem_t *semaphore)
{
    int error = EINVAL;
    heddle_atomic_begin();
    for (struct named *n = all; n; n = n->older)
        if (n->semaphore == semaphore && semaphore) {
            error = 0;
            if (--n->opened == 0) {
                sem_getvalue(semaphore, &n->value);
                sem_destroy(semaphore);
                free(semaphore);
                n->semaphore = NULL;
            }
        }
    heddle_atomic_end();
    if (error)
        errno = error;
    return error ? -1 : 0;
}

int sem_unlink(const char *path)
{
    int error = ENOENT;
    if (has_semaphore_name(path)) {
        heddle_atomic_begin();
        struct named *n = find_named_semaphore(path);
        error = n ? 0 : ENOENT;
        if (n)
            n->is_linked = false;
        heddle_atomic_end();
    }
    if (error)
        errno = error;
    return error ? -1 : 0;
}
