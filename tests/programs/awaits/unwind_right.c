// heddle: --unwind=2
// expect: safe
// Rounds without effect do not count for --unwind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *worker(void *argument)
{
    for (int i = 0; i < 2; i++) {
        while (turn != 1)
            ;
        turn = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        turn = 1;
        while (turn != 0)
            ;
    }
    pthread_join(t, NULL);
    assert(turn == 0);
    return 0;
}
