// AGSE figure 3: N independent segments one after the other, in each of which one thread writes what the other one reads.
// The read comes before or after the write, so that there are 2^N traces, each with its own final state; all that matters
// is that what was read is positive. N + 1 executions with pruning. Safe.
#include <assert.h>
#include <pthread.h>

static int x[N];

static void *write_ten(void *argument)
{
    *(int *)argument = 10;
    return NULL;
}

int main(void)
{
    for (int k = 0; k < N; k++)
        x[k] = 1;
    for (int k = 0; k < N; k++) {
        pthread_t t;
        pthread_create(&t, NULL, write_ten, &x[k]);
        int a = x[k];
        assert(a > 0);
        pthread_join(t, NULL);
    }
    return 0;
}
