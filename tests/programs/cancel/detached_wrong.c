// expect: violation
// kinds: lock
// message: cancellation of thread main.1, which has ended and is detached
#include <pthread.h>

static void *ends(void *argument)
{
    pthread_detach(pthread_self());
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_cancel(t); // <- violation
    return 0;
}
