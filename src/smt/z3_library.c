#include "smt/z3_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static const char *const names[] = {"libz3.so.4", "libz3.so"};

static struct z3_library library;
static bool loaded;
static char failure[512];

static void *open_library(void)
{
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (handle)
            return handle;
    }
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libz3 cannot be loaded");
    return NULL;
}

static bool find_z3_functions(void *handle)
{
    // A function pointer is stored through a void * as POSIX prescribes for dlsym.
#define Z3_FUNCTION(name)                                                                                    \
    *(void **)(&library.name) = dlsym(handle, "Z3_" #name);                                                  \
    if (!library.name) {                                                                                     \
        snprintf(failure, sizeof failure, "libz3 has no function Z3_%s", #name);                             \
        return false;                                                                                        \
    }
#include "smt/z3_functions.def"
#undef Z3_FUNCTION
    return true;
}

static void load_once(void)
{
    void *handle = open_library();
    loaded = handle && find_z3_functions(handle);
}

const struct z3_library *z3_library_load(const char **error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_once);
    *error = loaded ? NULL : failure;
    return loaded ? &library : NULL;
}
