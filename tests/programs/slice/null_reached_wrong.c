// A null pointer points to no memory, and writing there is a violation all the same: what decides whether it is reached matters.
// heddle: --all
// expect: violation
// case: none classic source optimal default
// case: --slice=dynamic default
// case: --property=memory default
// kinds: memory
#include <pthread.h>

static int left = 1;

static void *run(void *argument)
{
    if (left)
        *(volatile int *)0 = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    left = 0;
    return 0;
}
