// expect: violation
// kinds: assertion
// The thread gives its handle back when it ends, since it is detached; whether that is before the other one is created depends on
// the schedule.
#include <assert.h>
#include <pthread.h>

static pthread_t kept;
static int done;

static void *first(void *argument)
{
    kept = pthread_self();
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    return argument;
}

static void *second(void *argument)
{
    assert(pthread_self() != kept); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_detach(t);
    if (__atomic_load_n(&done, __ATOMIC_SEQ_CST)) {
        pthread_create(&u, NULL, second, NULL);
        pthread_join(u, NULL);
    }
}
