// The end of a variable's life races with its use by another thread.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on local: .*end of the life of 4 bytes
#include <pthread.h>

int *shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *argument)
{
    int local = 1;
    pthread_mutex_lock(&m);
    shared = &local;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *user(void *argument)
{
    pthread_mutex_lock(&m);
    int *pointer = shared;
    pthread_mutex_unlock(&m);
    if (pointer)
        *pointer = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, owner, NULL);
    pthread_create(&two, NULL, user, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
