// heddle: --property=livelock
// expect: violation
// kinds: livelock
// por: states default
// A loop that is left and entered again within one step is not the one that the thread goes round: the outer one has no way out, and is
// that of a server. Main, which waits, is told.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *thread(void *argument)
{
    for (;;)
        while (atomic_fetch_xor(&y, 1))
            ;
    return argument;
}

#ifdef ALONE
#define WAITS 0
#else
#define WAITS 1
#endif

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    while (WAITS && !atomic_load(&x)) // <- violation
        ;
    pthread_join(t, NULL);
    return 0;
}
