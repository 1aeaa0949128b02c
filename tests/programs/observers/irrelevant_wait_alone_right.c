// expect: safe
// heddle: --property=assertion
// case: ZERO_FIRST=0 none classic source optimal default prune
// case: ZERO_FIRST=1 none classic source optimal default prune
// As irrelevant_wait_right.c, where the thread that waits is alone again: it goes on only in executions in
// which the last store was 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, other;
static void *two(void *u)
{
    atomic_store(&flag, 2);
    return u;
}
static void *zero(void *u)
{
    atomic_store(&flag, 0);
    atomic_store(&other, 1);
    return u;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, ZERO_FIRST ? zero : two, 0);
    pthread_create(&b, 0, ZERO_FIRST ? two : zero, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    while (atomic_load(&flag) != 2)
        ;
    assert(flag + other != 1);
    return 0;
}
