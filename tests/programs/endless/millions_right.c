// expect: safe
// executions: default=1
// por: default
// timeout: 60
// An execution of 1,500,000 events. Scouts and random walks, in which the threads take turns, meet long runs of additions that
// commute, whichever thread they are of: each of them costs the search no more than the one before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 500000 };
static atomic_uint additions;

static void *add(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        atomic_fetch_add(&additions, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(additions == 3 * ROUNDS);
    return 0;
}
