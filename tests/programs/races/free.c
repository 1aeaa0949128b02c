// A release is a write of the whole block.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: free of 16 bytes by main\.1
#include <pthread.h>

#include <stdlib.h>
int *block;
static void *first(void *argument)
{
    free(block);
    return argument;
}

static void *second(void *argument)
{
    block[3] = 1;
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
    return 0;
}
