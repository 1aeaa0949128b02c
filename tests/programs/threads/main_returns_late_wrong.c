// expect: violation
// kinds: assertion
// The end of the program is an event of its own: the thread may still come between main's last write and it.
#include <pthread.h>
void reach_error(void) {}

static int finished;

static void *worker(void *argument)
{
    if (finished)
        reach_error(); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    finished = 1;
    return 0;
}
