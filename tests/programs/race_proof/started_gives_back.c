// A thread whose start routine is a function of the library has no code in the program: this one gives back a lock of another.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 24
// message: data race on x
// rule: proof-obstacles default
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reads(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    return seen ? argument : NULL;
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
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, (void *(*)(void *))pthread_rwlock_unlock, &lock);
    pthread_create(&c, NULL, writes, NULL);
    return 0;
}
