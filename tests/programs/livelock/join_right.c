// heddle: --property=livelock,deadlock
// expect: safe
// por: states default
// Who waits for the end of a thread that runs for ever waits for nothing that is denied to it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread(void *argument)
{
    for (;;)
        atomic_fetch_xor(&x, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
