// sigma: main gives each of THREADS threads a place of an array by counting an index up, but the threads read the index
// themselves, and perhaps late. The claim: each place is set in the end. Violated.
#include <assert.h>
#include <pthread.h>

static int array[THREADS + 1], next;

static void *set(void *argument)
{
    array[next] = 1;
    return argument;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int k = 0; k < THREADS; k++) {
        pthread_create(&t[k], NULL, set, NULL);
        next++;
    }
    int sum = 0;
    for (int k = 0; k < THREADS; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < THREADS; k++)
        sum += array[k];
    assert(sum == THREADS);
    return 0;
}
