// expect: violation
// kinds: assertion
// The schedule of the violation has to be another one than the one explored: the first thread writes last.
#include <assert.h>
#include <pthread.h>

static int last[3];

static void *t1(void *argument)
{
    last[0] = last[1] = last[2] = 1;
    return argument;
}

static void *t2(void *argument)
{
    last[2] = last[1] = last[0] = 2;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    // last[2] is written first by t2 and last by t1, or the other way round
    if (last[0] == 1 && last[2] == 1)
        assert(last[1] == 2); // <- violation
    assert(!(last[0] == 2 && last[1] == 1 && last[2] == 1));
    return 0;
}
