// expect: safe
// Another thread may join the main thread.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    pthread_t *main_thread = argument;
    pthread_join(*main_thread, NULL);
    assert(x == 1);
    return NULL;
}

int main(void)
{
    static pthread_t self;
    self = pthread_self();
    pthread_t t;
    pthread_create(&t, NULL, worker, &self);
    x = 1;
    pthread_exit(NULL);
}
