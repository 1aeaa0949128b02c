#include "program/scratch.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char prefix[] = "heddle-scratch.";
enum { SUFFIX = 6, GRACE_SECONDS = 60 }; // younger folders may be about to be locked

static int open_folder(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Removes what is in a folder, and does not follow links. Takes over the descriptor.
static void remove_files(int folder)
{
    DIR *list = fdopendir(folder);
    if (!list) {
        close(folder);
        return;
    }
    for (struct dirent *e; (e = readdir(list));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (unlinkat(dirfd(list), e->d_name, 0) == 0)
            continue;
        int inner = open_folder(dirfd(list), e->d_name);
        if (inner >= 0)
            remove_files(inner);
        unlinkat(dirfd(list), e->d_name, AT_REMOVEDIR);
    }
    closedir(list);
}

// Whether the folder is ours, old enough, and nobody holds it.
static bool is_abandoned(int folder)
{
    struct stat status;
    return fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
           status.st_mtime + GRACE_SECONDS < time(NULL) && flock(folder, LOCK_EX | LOCK_NB) == 0;
}

static void sweep_scratch(const char *place)
{
    DIR *list = opendir(place);
    if (!list)
        return;
    for (struct dirent *e; (e = readdir(list));) {
        if (strncmp(e->d_name, prefix, sizeof prefix - 1) != 0 ||
            strlen(e->d_name) != sizeof prefix - 1 + SUFFIX)
            continue;
        int folder = open_folder(dirfd(list), e->d_name);
        if (folder < 0)
            continue;
        if (!is_abandoned(folder)) {
            close(folder);
            continue;
        }
        remove_files(folder);
        unlinkat(dirfd(list), e->d_name, AT_REMOVEDIR);
    }
    closedir(list);
}

char *scratch_new(int *lock, struct error *error)
{
    const char *chosen = getenv("TMPDIR"), *place = chosen && *chosen ? chosen : "/tmp";
    char *whole = realpath(place, NULL); // compilers may run in other folders
    if (whole)
        place = whole;
    sweep_scratch(place);
    char *path = memory_format("%s/%sXXXXXX", place, prefix);
    free(whole);
    if (mkdtemp(path)) {
        *lock = open_folder(AT_FDCWD, path);
        if (*lock >= 0)
            flock(*lock, LOCK_EX | LOCK_NB); // where locks do not work, nothing is swept either
        return path;
    }
    error_set(error, "%s: cannot make a temporary folder: %s", path, strerror(errno));
    memory_free(path);
    return NULL;
}

void scratch_free(char *path, int lock)
{
    if (!path)
        return;
    int folder = open_folder(AT_FDCWD, path);
    if (folder >= 0)
        remove_files(folder);
    rmdir(path);
    if (lock >= 0)
        close(lock);
    memory_free(path);
}
