// expect: violation
// kinds: deadlock
// Waits for a value that is written only with one input.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static int written;

static void *worker(void *argument)
{
    value = written;
    return argument;
}

int main(void)
{
    pthread_t t;
    heddle_symbolic(&written, sizeof written, "written");
    heddle_assume(written >= 6 && written <= 7);
    pthread_create(&t, NULL, worker, NULL);
    while (value != 7)
        ;
    pthread_join(t, NULL);
    return 0;
}
