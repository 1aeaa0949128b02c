// expect: violation
// kinds: assertion
// Without the join, main may be faster.
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
    reach_error(); // <- violation
    return 0;
}
