#include "smt/sat_library.h"

#include "base/module.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t sat_lock = PTHREAD_MUTEX_INITIALIZER;

const struct sat_module *sat_library_load(void)
{
    static bool tried;
    static const struct sat_module *module;
    pthread_mutex_lock(&sat_lock);
    bool known = tried;
    const struct sat_module *found = module;
    pthread_mutex_unlock(&sat_lock);
    if (known)
        return found;
    // May fail for want of memory: not with the lock held. Opened twice, a module is the same.
    found = module_table("libheddle-sat.so", SAT_MODULE_SYMBOL, SAT_MODULE_VERSION);
    pthread_mutex_lock(&sat_lock);
    tried = true;
    module = found;
    pthread_mutex_unlock(&sat_lock);
    return found;
}
