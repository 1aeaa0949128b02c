// expect: violation
// kinds: assertion
// Two threads turn a number by a quarter. Its parts are read and written one after the other: one of them can
// be from before another thread's turn, and the other from after it.
#include <assert.h>
#include <complex.h>
#include <pthread.h>

static double complex z = 3 + 4 * I;

static void *turn(void *unused)
{
    z *= I;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, turn, NULL);
    turn(NULL);
    pthread_join(thread, NULL);
    assert(cabs(z) == 5);
    return 0;
}
