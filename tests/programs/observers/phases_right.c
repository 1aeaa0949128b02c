// expect: safe
// A cell that main writes between two phases holds nothing of the first one; one that it leaves alone may keep it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int cleared, kept;

static void *work(void *argument)
{
    cleared = (int)(intptr_t)argument;
    if ((intptr_t)argument < 3)
        kept = (int)(intptr_t)argument;
    return NULL;
}

static void run(int first, int second)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)(intptr_t)first);
    pthread_create(&b, NULL, work, (void *)(intptr_t)second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    run(1, 2);
    cleared = 0;
    run(3, 4);
    assert(cleared == 3 || cleared == 4);
    assert(kept == 1 || kept == 2);
    return 0;
}
