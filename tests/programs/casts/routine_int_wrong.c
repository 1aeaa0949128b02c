// expect: violation
// kinds: assertion
// A thread's routine that takes an `int`, as many programs have it: it gets the lower half of the pointer.
#include <assert.h>
#include <pthread.h>

static int seen;

static void *work(int id)
{
    if (id == 5)
        seen = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))work, (void *)0x100000005L);
    pthread_join(thread, 0);
    assert(!seen);
    return 0;
}
