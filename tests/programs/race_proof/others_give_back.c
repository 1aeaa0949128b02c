// A read-write lock does not know its readers: a thread that does not hold it gives back what another one has.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 30
// rule: proof-owner default
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static _Thread_local int seen;

static void *read_it(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    seen = x;
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *disturb(void *argument)
{
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *write_it(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    x = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, read_it, NULL);
    pthread_create(&b, NULL, disturb, NULL);
    pthread_create(&c, NULL, write_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
