// expect: safe
// por: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int interested[2], turn;
static int counter;

static void work(int me)
{
    for (int i = 0; i < 2; i++) {
        interested[me] = 1;
        turn = 1 - me;
        while (interested[1 - me] && turn == 1 - me)
            ;
        counter++;
        interested[me] = 0;
    }
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
    assert(counter == 4);
    return 0;
}
