// expect: violation
// kinds: assertion
// Two atomic operations on an _Atomic variable are not one, whatever names them.
#include <assert.h>
#include <pthread.h>

static _Atomic int counted;

static void *worker(void *argument)
{
    int seen = __atomic_load_n(&counted, __ATOMIC_SEQ_CST);
    __atomic_store_n(&counted, seen + 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(counted == 2); // <- violation
    return 0;
}
