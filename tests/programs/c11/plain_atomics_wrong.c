// expect: violation
// kinds: assertion
// Two atomic steps on a plain object are two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int count;

static void *work(void *unused)
{
    atomic_store(&count, atomic_load(&count) + 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    atomic_fetch_add(&count, 1);
    pthread_join(thread, 0);
    assert(count == 2); // <- violation
    return 0;
}
