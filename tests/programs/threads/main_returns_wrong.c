// expect: violation
// kinds: assertion
// What the thread could do before main returns is explored.
#include <pthread.h>
void reach_error(void) {}

static void *worker(void *argument)
{
    reach_error(); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
