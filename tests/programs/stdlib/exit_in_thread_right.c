// expect: safe
// exit in one thread ends them all: main never gets past the join.
#include <pthread.h>
#include <stdlib.h>
void reach_error(void) {}

static void *worker(void *argument)
{
    exit(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    reach_error();
    return 0;
}
