// Random walks in which the order of threads is drawn: the assertion fails only where the last thread comes behind the first write of
// some writer and before the second write of any, which equal chances do not lead to.
// heddle: --max-executions=4000
// expect: violation
// kinds: assertion
// case: --seed=1 random
// case: --seed=2 random
#include <assert.h>
#include <pthread.h>

enum { WRITERS = 40 };

static int begun, ended;

static void *write_both(void *unused)
{
    (void)unused;
    begun = 1;
    ended = 1;
    return 0;
}

static void *look(void *unused)
{
    (void)unused;
    int first = begun;
    assert(first == ended); // <- violation
    return 0;
}

int main(void)
{
    pthread_t writers[WRITERS], reader;
    for (int k = 0; k < WRITERS; k++)
        pthread_create(&writers[k], 0, write_both, 0);
    pthread_create(&reader, 0, look, 0);
    for (int k = 0; k < WRITERS; k++)
        pthread_join(writers[k], 0);
    pthread_join(reader, 0);
    return 0;
}
