// heddle: --create-may-fail
// expect: safe
// executions: none=2 classic=2 source=2 optimal=2
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    (void)unused;
    done = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int error = pthread_create(&thread, NULL, work, NULL);
    assert(error == 0 || error == EAGAIN);
    if (error == 0)
        pthread_join(thread, NULL);
    assert(done == (error == 0));
    return 0;
}
