// Two threads may have a read-write lock for reading, so that writing under it is a race.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// rule: proof-shared default
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *run(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    x++; // <- violation
    pthread_rwlock_unlock(&lock);
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
