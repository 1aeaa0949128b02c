// expect: violation
// kinds: deadlock
// Szymanski's algorithm where the last loop reads the other flag twice: between the two reads it can go from 3 to 2, and
// the first thread leaves without waiting for the second one, which then waits for ever for a 4.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
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
    while (me == 0 && (flag[other] == 2 || flag[other] == 3))
        ;
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, visit, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
