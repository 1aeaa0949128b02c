// expect: safe
// heddle: --explain --prune=off
// text: ^  Threads with one routine begin in every order, since they may be told apart: an address is used as a number, at [^ ]*told_apart_right\.c:16$
// por: default optimal
// Threads take turns by where their stacks lie: that is why both orders are explored, and the result says so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int sum;

static void *run(void *argument)
{
    int own = 0;
    atomic_fetch_add(&sum, (int)((uintptr_t)&own % 3));
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(sum <= 4);
    return 0;
}
