// expect: safe
// heddle: --independence=none
// executions: none=142
// Three philosophers; the last one reaches for the other fork first. The number of interleavings of three times four lock
// and unlock operations that the locks allow is 142, counted by brute force.
#include <pthread.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void eat(int first, int second)
{
    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
}

static void *one(void *argument)
{
    eat(0, 1);
    return argument;
}

static void *two(void *argument)
{
    eat(1, 2);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    eat(0, 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
