// What a thread wrote is ordered before what is done with its result.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdlib.h>

static void *make(void *argument)
{
    int *result = malloc(sizeof *result);
    *result = 1;
    return argument ? argument : result;
}

int main(void)
{
    pthread_t one, two;
    void *a, *b;
    pthread_create(&one, NULL, make, NULL);
    pthread_create(&two, NULL, make, NULL);
    pthread_join(one, &a);
    *(int *)a = 2;
    pthread_join(two, &b);
    *(int *)b = 2;
    free(a);
    free(b);
    return 0;
}
