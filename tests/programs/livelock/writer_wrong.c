// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: starvation: thread main waits for ever \(.*\) while thread main.1, main.2 can go on for ever
// por: states default
// A writer beside two readers that hold the lock in turns, so that it is never free: strong fairness grants only what is free again and again.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reader(void *argument)
{
    for (;;) {
        pthread_rwlock_rdlock(&lock);
        int seen = x;
        pthread_rwlock_unlock(&lock);
        if (seen > 1)
            x = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, reader, NULL);
    pthread_rwlock_wrlock(&lock); // <- violation
    x = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
