// expect: violation
// kinds: assertion
// por: states default
// Whether a variable that was never written is above 3 is found by one thread in each round, by way of
// memory. What it holds stays the same as long as the variable lives, and what was found of it is part of the
// state; that of the next round is another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int found, again, stop;

static void *other(void *argument)
{
    while (!stop)
        atomic_fetch_xor(&again, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    int *block = malloc(sizeof *block);
    int first = *block > 3;
    found = first;
    while (again)
        ;
    assert((*block > 3) == found); // it is the same block
    free(block);
    for (int k = 0; k < 2; k++) {
        int variable, *volatile place = &variable;
        if (*place > 3)
            found++;
        else
            found = 0;
    }
    assert(found != 1); // <- violation
    stop = 1;
    pthread_join(thread, 0);
    return 0;
}
