// A function that is called gives the lock back.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-calls default
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void leave(void)
{
    pthread_mutex_unlock(&m);
}

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    leave();
    x++; // <- violation
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
