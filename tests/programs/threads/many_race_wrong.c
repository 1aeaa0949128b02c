// expect: violation
// kinds: data-race
// por: source optimal default
// heddle: --property=data-race
// All threads are created before the first one runs: the race of two of them is in the first execution.
#include <pthread.h>

static int shared;
static pthread_t threads[1500];

static void *run(void *argument)
{
    shared++; // <- violation
    return argument;
}

int main(void)
{
    for (int k = 0; k < 1500; k++)
        pthread_create(&threads[k], NULL, run, NULL);
    return 0;
}
