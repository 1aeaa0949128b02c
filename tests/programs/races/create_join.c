// Creation and join order what comes before and after.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

int x, y;
static void *first(void *argument)
{
    x = 2;
    return argument;
}

static void *second(void *argument)
{
    y = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    x = y = 1;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    x = y = 3;
    return 0;
}
