// expect: violation
// kinds: assertion
// The thread that is cancelled in the routine of call_once resets the flag, so that a thread that waits there
// calls the routine again.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int begun;

static void initialise(void)
{
    if (++begun == 1)
        pthread_testcancel();
}

static void *worker(void *argument)
{
    call_once(&once, initialise);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    call_once(&once, initialise);
    pthread_join(t, NULL);
    assert(begun == 1);
    return 0;
}
