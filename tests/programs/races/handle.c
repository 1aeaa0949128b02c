// The handle is written before the thread runs, which may read it.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

pthread_t thread;

static void *check(void *argument)
{
    return pthread_equal(thread, pthread_self()) ? argument : NULL;
}

int main(void)
{
    pthread_create(&thread, NULL, check, NULL);
    pthread_join(thread, NULL);
    return 0;
}
