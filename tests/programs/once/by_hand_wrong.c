// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>

static int once, runs;

static void *worker(void *argument)
{
    if (!once) {
        once = 1;
        runs++;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(runs == 1); // <- violation
    return 0;
}
