// expect: violation
// kinds: abort
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *worker(void *argument)
{
    if (x == 1)
        abort(); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
