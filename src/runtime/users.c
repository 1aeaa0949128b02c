// <pwd.h>, <grp.h>, and users and groups of <unistd.h>: there is one of each, the process is theirs, and all
// files are.
#include "runtime/files.h"

enum { USER = 1000, NO_CHANGE = -1 };

#define IDENTITY(name)                                                                                       \
    unsigned name(void)                                                                                      \
    {                                                                                                        \
        return USER;                                                                                         \
    }
IDENTITY(getuid)
IDENTITY(geteuid)
IDENTITY(getgid)
IDENTITY(getegid)

// A process without privileges may become what it is.
static int become(const unsigned *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != USER && numbers[i] != (unsigned)NO_CHANGE)
            return __runtime_fail(EPERM);
    return 0;
}
#define BECOME_ONE(name)                                                                                     \
    int name(unsigned number)                                                                                \
    {                                                                                                        \
        return number == (unsigned)NO_CHANGE ? __runtime_fail(EINVAL) : become(&number, 1);                  \
    }
BECOME_ONE(setuid)
BECOME_ONE(seteuid)
BECOME_ONE(setgid)
BECOME_ONE(setegid)
#define BECOME_TWO(name)                                                                                     \
    int name(unsigned real, unsigned effective)                                                              \
    {                                                                                                        \
        return become((unsigned[]){real, effective}, 2);                                                     \
    }
BECOME_TWO(setreuid)
BECOME_TWO(setregid)
#define BECOME_THREE(name)                                                                                   \
    int name(unsigned real, unsigned effective, unsigned saved)                                              \
    {                                                                                                        \
        return become((unsigned[]){real, effective, saved}, 3);                                              \
    }
BECOME_THREE(setresuid)
BECOME_THREE(setresgid)
#define GET_THREE(name)                                                                                      \
    int name(unsigned *real, unsigned *effective, unsigned *saved)                                           \
    {                                                                                                        \
        *real = *effective = *saved = USER;                                                                  \
        return 0;                                                                                            \
    }
GET_THREE(getresuid)
GET_THREE(getresgid)

static int change_owner(int error, unsigned owner, unsigned group)
{
    return error ? (int)__runtime_result(error) : become((unsigned[]){owner, group}, 2);
}

enum { KEEPS_LINK = 0x100, TAKES_DESCRIPTOR = 0x1000 };
int fchown(int descriptor, unsigned owner, unsigned group);

int fchownat(int from, const char *path, unsigned owner, unsigned group, int flags)
{
    struct runtime_node *node;
    if (flags & ~(KEEPS_LINK | TAKES_DESCRIPTOR))
        return __runtime_fail(EINVAL);
    if (flags & TAKES_DESCRIPTOR && !*path && from != RUNTIME_AT_FOLDER)
        return fchown(from, owner, group);
    const char *from_path = flags & TAKES_DESCRIPTOR && !*path ? "." : path;
    heddle_atomic_begin();
    int error =
        __runtime_find_linked(from, from_path, flags & KEEPS_LINK ? LINK_BEFORE_SLASH : LINK_FOLLOWED, &node);
    heddle_atomic_end();
    return change_owner(error, owner, group);
}

int chown(const char *path, unsigned owner, unsigned group)
{
    return fchownat(RUNTIME_AT_FOLDER, path, owner, group, 0);
}

int lchown(const char *path, unsigned owner, unsigned group)
{
    return fchownat(RUNTIME_AT_FOLDER, path, owner, group, KEEPS_LINK);
}

int fchown(int descriptor, unsigned owner, unsigned group)
{
    heddle_atomic_begin();
    int error = __runtime_description(descriptor) ? 0 : -EBADF;
    heddle_atomic_end();
    return change_owner(error, owner, group);
}

// ---- what is known of the user and the group

struct user {
    char *name, *password;
    unsigned number, group;
    char *about, *folder, *shell;
};

static struct user user = {"user", "x", USER, USER, "", "/", "/bin/sh"};
static char shared_user, shared_group; // what is returned may be overwritten by the next call

struct user *getpwuid(unsigned number)
{
    SHARED_BY_CALLS(shared_user);
    return number == USER ? &user : NULL;
}

struct user *getpwnam(const char *name)
{
    SHARED_BY_CALLS(shared_user);
    return strcmp(name, user.name) == 0 ? &user : NULL;
}

static int copy_user(bool known, struct user *to, char *buffer, size_t size, struct user **result)
{
    static const char texts[] = "user\0x\0\0/\0/bin/sh";
    *result = NULL;
    if (!known)
        return 0;
    if (size < sizeof texts)
        return ERANGE;
    memcpy(buffer, texts, sizeof texts);
    *to = (struct user){buffer, buffer + 5, USER, USER, buffer + 7, buffer + 8, buffer + 10};
    *result = to;
    return 0;
}

int getpwuid_r(unsigned number, struct user *to, char *buffer, size_t size, struct user **result)
{
    return copy_user(number == USER, to, buffer, size, result);
}

int getpwnam_r(const char *name, struct user *to, char *buffer, size_t size, struct user **result)
{
    return copy_user(strcmp(name, user.name) == 0, to, buffer, size, result);
}

struct group {
    char *name, *password;
    unsigned number;
    char **members;
};

static char *no_members[] = {NULL};
static struct group group = {"user", "x", USER, no_members};

struct group *getgrgid(unsigned number)
{
    SHARED_BY_CALLS(shared_group);
    return number == USER ? &group : NULL;
}

struct group *getgrnam(const char *name)
{
    SHARED_BY_CALLS(shared_group);
    return strcmp(name, group.name) == 0 ? &group : NULL;
}

// The list of members lies behind the texts, aligned.
static int copy_group(bool known, struct group *to, char *buffer, size_t size, struct group **result)
{
    static const char texts[] = "user\0x";
    size_t gap = -(uintptr_t)buffer % sizeof(char *);
    *result = NULL;
    if (!known)
        return 0;
    if (size < gap + sizeof(char *) + sizeof texts)
        return ERANGE;
    char **members = (char **)(buffer + gap), *own = buffer + gap + sizeof *members;
    *members = NULL;
    memcpy(own, texts, sizeof texts);
    *to = (struct group){own, own + 5, USER, members};
    *result = to;
    return 0;
}

int getgrgid_r(unsigned number, struct group *to, char *buffer, size_t size, struct group **result)
{
    return copy_group(number == USER, to, buffer, size, result);
}

int getgrnam_r(const char *name, struct group *to, char *buffer, size_t size, struct group **result)
{
    return copy_group(strcmp(name, group.name) == 0, to, buffer, size, result);
}

int getgroups(int count, unsigned *list)
{
    if (count < 0) {
        errno = EINVAL;
        return -1;
    }
    if (count)
        list[0] = USER;
    return 1;
}
