#include "base/module.h"

#include "base/installed.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <stddef.h>

const void *module_table(const char *file, const char *symbol, int version)
{
    char *path = installed_file(file);
    void *handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const void *(*get)(void) = NULL;
    if (handle) // a function pointer is stored through a void * as POSIX prescribes for dlsym
        *(void **)(&get) = dlsym(handle, symbol);
    const int *table = get ? get() : NULL;
    memory_free(path);
    return table && *table == version ? table : NULL;
}
