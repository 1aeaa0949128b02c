// <sys/mman.h>: shared memory with names, which is files of /dev/shm, as on Linux.
#include "runtime/files.h"

int unlink(const char *path);

static const char folder[] = "/dev/shm/";
enum { FOLDER_LENGTH = sizeof folder - 1 };

// Writes the path of the file. False: nothing can have that name.
static bool find_shared_path(const char *name, char path[FOLDER_LENGTH + RUNTIME_NAME_MOST + 1])
{
    while (*name == '/')
        name++;
    size_t length = strlen(name);
    if (length == 0 || length >= RUNTIME_NAME_MOST || strchr(name, '/'))
        return false;
    strcpy(path, folder);
    strcpy(path + FOLDER_LENGTH, name);
    return true;
}

int shm_open(const char *name, int flags, mode_t mode)
{
    char path[FOLDER_LENGTH + RUNTIME_NAME_MOST + 1];
    if (!find_shared_path(name, path))
        return __runtime_fail(EINVAL);
    heddle_atomic_begin();
    int result = __runtime_open(RUNTIME_AT_FOLDER, path, flags | OPEN_NO_LINK | OPEN_CLOSE_ON_EXEC, mode, 0);
    heddle_atomic_end();
    return (int)__runtime_result(result == -EISDIR ? -EINVAL : result); // "." and ".."
}

int shm_unlink(const char *name)
{
    char path[FOLDER_LENGTH + RUNTIME_NAME_MOST + 1];
    return find_shared_path(name, path) ? unlink(path) : __runtime_fail(ENOENT);
}
