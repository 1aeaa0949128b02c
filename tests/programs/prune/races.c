// expect: violation
// kinds: assertion
// heddle: --independence=none
// rule: races source optimal
// docs/design.md 7.11: `counters` with one round has 11 traces (tests/papers/counters.c). With sleep sets, reversing the last race of an
// event only, by its own thread, finds 10 of them. This is the other one.
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *first(void *argument)
{
    i += j;
    return argument;
}

static void *second(void *argument)
{
    j += i;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    int seen_i = i, seen_j = j;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!(seen_i == 2 && seen_j == 1 && i == 2 && j == 2)); // <- violation
    return 0;
}
