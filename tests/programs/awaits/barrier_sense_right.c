// expect: safe
// por: classic source optimal
// A barrier that changes its sense: the last to come lets the others go.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS = 2, ROUNDS = 2 };
static atomic_int count = THREADS;
static atomic_bool sense;
static int done[THREADS];

static void wait_for_all(bool *mine)
{
    *mine = !*mine;
    if (atomic_fetch_sub(&count, 1) == 1) {
        atomic_store(&count, THREADS);
        atomic_store(&sense, *mine);
    } else {
        while (atomic_load(&sense) != *mine)
            ;
    }
}

static void work(int me)
{
    bool mine = false;
    for (int round = 1; round <= ROUNDS; round++) {
        done[me] = round;
        wait_for_all(&mine);
        assert(done[1 - me] == round);
        wait_for_all(&mine);
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
    return 0;
}
