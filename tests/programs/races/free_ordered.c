// A release after a join.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>

#include <stdlib.h>
int *block;
static void *first(void *argument)
{
    block[0] = 1;
    return argument;
}

static void *second(void *argument)
{
    block[1] = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    block = malloc(16);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(block);
    return 0;
}
