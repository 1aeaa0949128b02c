// expect: safe
// A lock made of atomic sections, each of which looks and takes.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int lock, counter;

static void acquire(void)
{
    for (;;) {
        __VERIFIER_atomic_begin();
        if (!lock) {
            lock = 1;
            __VERIFIER_atomic_end();
            return;
        }
        __VERIFIER_atomic_end();
    }
}

static void *worker(void *argument)
{
    acquire();
    counter++;
    lock = 0;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
