#include "base/installed.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_LIBEXEC_DIR
#define HEDDLE_LIBEXEC_DIR ""
#endif

char *installed_in(const char *folder, const char *name)
{
    struct stat status;
    if (!folder || !*folder)
        return NULL;
    char *path = memory_format("%s/%s", folder, name);
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return path;
    memory_free(path);
    return NULL;
}

char *installed_own_folder(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return memory_copy_string("");
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return memory_copy_string(path);
}

char *installed_own_code(void)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1((void *)(uintptr_t)&installed_own_code, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    // The executable has no name there; dladdr tells the word by which it was called, which need be no path.
    return memory_copy_string(map->l_name && map->l_name[0] ? map->l_name : "/proc/self/exe");
}

char *installed_folder(const char *name)
{
    char *own = installed_own_folder(), *libexec = memory_format("%s/../libexec/heddle", own), *folder = NULL;
    const char *places[] = {getenv("HEDDLE_LIBEXEC"), own, libexec, HEDDLE_LIBEXEC_DIR};
    for (unsigned i = 0; i < sizeof places / sizeof *places && !folder; i++) {
        char *path = installed_in(places[i], name);
        if (path)
            folder = memory_copy_string(places[i]);
        memory_free(path);
    }
    memory_free(own);
    memory_free(libexec);
    return folder;
}

char *installed_file(const char *name)
{
    char *folder = installed_folder(name), *path = installed_in(folder, name);
    memory_free(folder);
    return path;
}
