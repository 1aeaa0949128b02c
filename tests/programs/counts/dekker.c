// expect: safe
// heddle: --independence=none
// case: none=814 source=9 optimal=9
// Dekker's algorithm, each of two threads inside once: 9 traces.
//
// Without fruitless waiting there are 3: one thread is through before the other looks (2), or the second one steps back
// because the first is interested, and the first one looks just then (turn lets the first one in at the start, so not the
// other way round). In the other 6 a round of one of the outer loops was without effect, and the execution ends there as a
// wait. The sets of traces of `none` and `optimal` have been compared.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int interested[2], turn;

static int inside;

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
    interested[me] = 1;
    while (interested[other]) {
        if (turn != me) {
            interested[me] = 0;
            while (turn != me)
                ;
            interested[me] = 1;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = other;
    interested[me] = 0;
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
