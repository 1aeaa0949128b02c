// expect: safe
// heddle: --independence=none
// case: none=912 source=10 optimal=10
// Peterson's algorithm, each of two threads inside once: 10 traces.
//
// Without fruitless waiting there are 4: who writes turn last waits until the other one has left, and the other one either
// finds that nobody is interested, or somebody, but its turn. In the other 6 a round of the loop, which looks at two
// variables, was without effect, and the execution ends there as a wait. The sets of traces of `none` and `optimal` have
// been compared.
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
    turn = other;
    while (interested[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
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
