// heddle: --property=leak,memory,assertion
// expect: safe
// The block travels from the thread to main, which frees it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    int *result = malloc(sizeof *result);
    *result = *(int *)argument + 1;
    free(argument);
    return result;
}

int main(void)
{
    int *input = malloc(sizeof *input);
    *input = 4;
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, input);
    pthread_join(t, &result);
    assert(*(int *)result == 5);
    free(result);
    return 0;
}
