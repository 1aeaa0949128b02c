// expect: violation
// kinds: assertion
// heddle: --prune=on
// sleep-blocked: allowed
// rule: sleepers source
// docs/design.md 7.5: first sleeps before its look at cell[k]: what has been explored without it while k is 0 says nothing of k = 1,
// where second wakes it.
#include <assert.h>
#include <pthread.h>

static int key, stage, cell[2];
static int seen, other;

static void *first(void *argument)
{
    int k = key & 1;
    cell[k] = 1;
    return argument;
}

static void *second(void *argument)
{
    key = 1;
    key = 2;
    stage = 1;
    seen = cell[1];
    return argument;
}

static void *third(void *argument)
{
    if (stage == 0)
        other = cell[0] + 2;
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(!(cell[0] == 0 && cell[1] == 1 && seen == 0 && other == 0)); // <- violation
    return 0;
}
