// heddle: --all
// expect: violation
// kinds: assertion
// violations: 2
// por: none states default
// What was found of a word that was never written, by a copy, is part of a state, also where nothing else has
// come of it: behind the first `flag = 0` the two states differ in that only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int flag;
static int copy;

static void *other(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    int *block = malloc(sizeof *block);
    memcpy(&copy, block, sizeof copy);
    if (copy > 3)
        flag = 2;
    else
        flag = 3;
    copy = 0;
    flag = 0;
    flag = 0;
    if (*block > 3)
        assert(flag); // <- violation
    else
        assert(flag); // <- violation
    pthread_join(thread, 0);
    free(block);
    return 0;
}
