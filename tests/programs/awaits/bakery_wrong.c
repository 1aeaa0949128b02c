// expect: violation
// kinds: assertion
// por: source optimal
// Without the flag that a thread is choosing, two may find each other without a number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number[2];
static volatile int inside;

static void work(int me)
{
    number[me] = number[1 - me] + 1;
    for (;;) {
        int n = number[1 - me];
        if (n == 0 || n > number[me] || (n == number[me] && me == 0))
            break;
    }
    inside = me;
    assert(inside == me); // <- violation
    number[me] = 0;
}

static void *worker(void *argument)
{
    work(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    return 0;
}
