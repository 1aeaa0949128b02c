// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: flow-pending source optimal
// docs/design.md 7.6: a summary that cuts adds what it stands for to those above, which later cut, and then what it stands for races as well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static int seen[3];

static void *first(void *argument)
{
    int before = atomic_fetch_add(&x, 1);
    seen[0] = before;
    return argument;
}

static void *second(void *argument)
{
    x = 2;
    int now = x;
    x = 2;
    seen[1] = now;
    return argument;
}

static void *third(void *argument)
{
    x = 3;
    x = 1;
    int before = atomic_fetch_add(&x, 1);
    seen[2] = before;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, third, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    pthread_join(t[2], NULL);
    assert(!(x == 3 && seen[0] == 3 && seen[1] == 3 && seen[2] == 2)); // <- violation
    return 0;
}
