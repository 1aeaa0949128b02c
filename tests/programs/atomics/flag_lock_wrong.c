// expect: violation
// kinds: assertion
// Test and set are two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool lock;
static int owner;

static void critical(int me)
{
    if (!lock) {
        lock = 1;
        owner = me;
        assert(owner == me); // <- violation
        lock = 0;
    }
}

static void *worker(void *argument)
{
    critical(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    critical(2);
    pthread_join(t, NULL);
    return 0;
}
