// Another order lets main count for ever, alone and without an operation that others could see. The search must not stay
// there. What it executes in such a loop counts as work, so that others have their turn, and find the failure.
//
// heddle: --max-seconds=30
// por: default optimal source classic
// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>

static int last;

static void *store(void *number)
{
    last = *(int *)number;
    return NULL;
}

int main(void)
{
    static int numbers[] = {0, 1, 2};
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&threads[k], NULL, store, &numbers[k]);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], NULL);
    if (last == 0)
        for (unsigned long odd = 1; odd; odd += 2)
            ;
    assert(last != 1); // <- violation
}
