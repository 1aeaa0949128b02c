// expect: violation
// kinds: deadlock
// por: classic source optimal
// The flag is read twice in one round: it is 3 for the first look and 2 for the second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int counter;

static void work(int me)
{
    int other = 1 - me;
    flag[me] = 1;
    while (flag[other] >= 3)
        ;
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4)
            ;
    }
    flag[me] = 4;
    while (me == 1 && flag[other] >= 2)
        ;
    counter++;
    while (me == 0 && (flag[other] == 2 || flag[other] == 3))
        ;
    flag[me] = 0;
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
    assert(counter == 2);
    return 0;
}
