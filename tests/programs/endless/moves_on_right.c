// expect: safe
// por: none optimal default states
// text: go round a loop here for ever, which has no way out, at .*moves_on_right.c:.*
// Where one thread is in its critical section the other one waits at the lock, in no loop: it comes to its own loop whatever happens, and there
// it runs for ever.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *serve(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        atomic_store(&x, 1);
        atomic_store(&x, 0);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *begin(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    for (;;)
        (void)atomic_load(&x);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, serve, NULL);
    pthread_create(&u, NULL, begin, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
