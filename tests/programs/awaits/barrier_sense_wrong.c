// expect: violation
// kinds: deadlock
// message: spins for ever
// The last to come lets the others go before it counts anew.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS = 2 };
static atomic_int count = THREADS;
static atomic_bool sense;

static void wait_for_all(bool mine)
{
    if (atomic_fetch_sub(&count, 1) == 1) {
        atomic_store(&sense, mine);
        atomic_store(&count, THREADS);
    } else {
        while (atomic_load(&sense) != mine)
            ;
    }
}

static void *worker(void *argument)
{
    wait_for_all(true);
    wait_for_all(false);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
