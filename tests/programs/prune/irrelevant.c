// expect: safe
// heddle: --prune=on --property=assertion
// executions: default=57 prune-default=57
// por: default
// Two threads add to each other's counters, and keep statistics of what they see, by branches that decide nothing else. What
// these look at is in no precondition: a bound on the counters is all that is left of them.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4, BOUND = 55 };
static int i = 1, j = 1;
static int odd[2], triple[2];

static void note(int me, int value)
{
    if (value & 1)
        odd[me]++;
    if (value % 3 == 0)
        triple[me]++;
}

static void *add_j(void *argument)
{
    for (int k = 0; k < ROUNDS; k++) {
        i += j;
        note(0, i);
    }
    return argument;
}

static void *add_i(void *argument)
{
    for (int k = 0; k < ROUNDS; k++) {
        j += i;
        note(1, j);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add_j, NULL);
    pthread_create(&b, NULL, add_i, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i <= BOUND && j <= BOUND);
    return 0;
}
