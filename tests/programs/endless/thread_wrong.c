// expect: violation
// kinds: assertion deadlock
// heddle: --all
// message: main waits for ever .join., thread main.1 spins for ever
// A thread that never ends has no visible operation in its loop. What it did before races with the others, who go on.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    while (argument) // <- violation
        ;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, &t);
    assert(x == 0); // <- violation
    pthread_join(t, NULL);
    return 0;
}
