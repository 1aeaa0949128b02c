// One access is atomic, the other one is not.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 13
// rule: proof-atomic default
#include <pthread.h>

static int x;

static void *run(void *argument)
{
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return argument;
}

static int seen;

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    // No lock is held here.
    seen = x;
    pthread_join(a, NULL);
    return 0;
}
