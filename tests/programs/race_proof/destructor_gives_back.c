// A key's destructor may be a function of the library that gives back a lock of another thread.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 31
// message: data race on x
// rule: proof-obstacles default
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_key_t key;
static int x;

static void *reads(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    return seen ? argument : NULL;
}

static void *ends(void *argument)
{
    pthread_setspecific(key, argument);
    return NULL;
}

static void *writes(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_key_create(&key, (void (*)(void *))pthread_rwlock_unlock);
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, ends, &lock);
    pthread_create(&c, NULL, writes, NULL);
    return 0;
}
