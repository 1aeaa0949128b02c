// expect: safe
// A lock tried once: whoever gets it is alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int owner;

static void critical(int me)
{
    if (!atomic_flag_test_and_set(&lock)) {
        owner = me;
        assert(owner == me);
        atomic_flag_clear(&lock);
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
