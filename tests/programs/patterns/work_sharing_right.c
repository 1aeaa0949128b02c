// expect: safe
// Two workers draw indices from a counter; every piece is done once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;
static atomic_int done[2];

static void *worker(void *argument)
{
    for (;;) {
        int mine = atomic_fetch_add(&next, 1);
        if (mine >= 2)
            return argument;
        atomic_fetch_add(&done[mine], 1);
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(done[0] == 1 && done[1] == 1);
    return 0;
}
