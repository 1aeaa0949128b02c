// What one section leaves to the next is ordered, outside of the section too.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int done;
static void *first(void *argument)
{
    x = 1;
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return argument;
}

static void *second(void *argument)
{
    pthread_mutex_lock(&m);
    int seen = done;
    pthread_mutex_unlock(&m);
    if (seen)
        x = 2;
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
