// readreadwrite: two threads read a variable twice, a third one writes it twice, going up. The claim: it never goes down.
// Safe in all 6! / 2^3 = 90 interleavings.
#include <assert.h>
#include <pthread.h>

static int x;

static void *read_twice(void *argument)
{
    int first = x, second = x;
    assert(first <= second);
    return argument;
}

static void *write_twice(void *argument)
{
    x = 1;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, read_twice, NULL);
    pthread_create(&t[1], NULL, read_twice, NULL);
    pthread_create(&t[2], NULL, write_twice, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
