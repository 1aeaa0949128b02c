// expect: violation
// kinds: assertion
// por: source optimal default
// Whether the last of many threads has come before main looks is open.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;
static pthread_t last;

static void *run(void *argument)
{
    return argument;
}

static void *run_last(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    for (int k = 0; k < 300; k++) {
        pthread_t t;
        pthread_create(&t, NULL, run, NULL);
        pthread_join(t, NULL);
    }
    pthread_create(&last, NULL, run_last, NULL);
    assert(done); // <- violation
    return 0;
}
