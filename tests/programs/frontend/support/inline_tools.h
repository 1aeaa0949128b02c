#include <pthread.h>

// Definitions that C99 takes for inline only, and gnu89 for external ones: made by a macro, called by another one.
#define TOOL(name, step)                                                                                             \
    inline int name##_next(int x)                                                                                    \
    {                                                                                                                \
        return x + (step);                                                                                           \
    }

extern int shared;
extern pthread_mutex_t shared_lock;

inline int shared_add(int amount)
{
    pthread_mutex_lock(&shared_lock);
    int old = shared;
    shared = old + amount;
    pthread_mutex_unlock(&shared_lock);
    return old;
}
