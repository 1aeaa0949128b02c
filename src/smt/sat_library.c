#include "smt/sat_library.h"

#include "base/installed.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define MODULE_FILE "libheddle-sat.so"

static const struct sat_module *open_module(const char *path)
{
    void *handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const struct sat_module *(*get)(void) = NULL;
    if (handle) // a function pointer is stored through a void * as POSIX prescribes for dlsym
        *(void **)(&get) = dlsym(handle, SAT_MODULE_SYMBOL);
    const struct sat_module *module = get ? get() : NULL;
    return module && module->version == SAT_MODULE_VERSION ? module : NULL;
}

const struct sat_module *sat_library_load(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool tried;
    static const struct sat_module *module;
    char *path = installed_file(MODULE_FILE); // may fail for want of memory: not with the lock held
    pthread_mutex_lock(&lock);
    if (!tried)
        module = open_module(path);
    tried = true;
    const struct sat_module *found = module;
    pthread_mutex_unlock(&lock);
    memory_free(path);
    return found;
}
