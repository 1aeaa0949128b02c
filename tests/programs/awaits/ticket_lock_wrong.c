// expect: violation
// kinds: assertion deadlock
// heddle: --all
// The ticket is read and advanced in two steps: two threads may draw the same one, and then nobody is served next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static volatile int inside;

static void *worker(void *argument)
{
    unsigned mine = atomic_load(&next);
    atomic_store(&next, mine + 1);
    while (atomic_load(&serving) != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_fetch_add(&serving, 1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    while (atomic_load(&serving) != atomic_load(&next))
        ;
    pthread_join(t, NULL);
    return 0;
}
