// options: --property=uninitialised
// A local variable is written only if the other thread was faster.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int configured, level;

static void *configure(void *argument)
{
    pthread_mutex_lock(&lock);
    configured = 1;
    level = 3;
    pthread_mutex_unlock(&lock);
    return argument;
}

static int choose_level(void)
{
#ifdef FIXED
    int chosen = 0;
#else
    int chosen;
#endif
    pthread_mutex_lock(&lock);
    if (configured)
        chosen = level;
    pthread_mutex_unlock(&lock);
    if (chosen > 2)
        return 2;
    return 1;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, configure, NULL);
    int level_here = choose_level();
    pthread_join(thread, NULL);
    return level_here < 0;
}
