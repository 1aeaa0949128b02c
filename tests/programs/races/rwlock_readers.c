// A write in a section for reading races with other readers.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: holding rwlock l for reading; .*holding rwlock l for reading
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
static void *first(void *argument)
{
    pthread_rwlock_rdlock(&l);
    int copy = x;
    pthread_rwlock_unlock(&l);
    (void)copy;
    return argument;
}

static void *second(void *argument)
{
    pthread_rwlock_rdlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
