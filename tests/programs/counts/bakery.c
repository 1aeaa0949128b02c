// expect: safe
// heddle: --independence=none
// case: source=24 optimal=24
// Lamport's bakery, each of two threads inside once: 24 traces of 750,206 interleavings. 10 are complete; in 14 a round of
// the second loop, which looks at a number more than once, was without effect, and the execution ends there as a wait.
// The sets of traces of `none` and `optimal` have been compared.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];

static int inside;

static void *visit(void *argument)
{
    int me = (int)(intptr_t)argument, other = 1 - me;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other])
        ;
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
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
