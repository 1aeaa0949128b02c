// expect: safe
// por: states default
// A way out of a loop behind a condition that never holds is none, also where its own condition always does: the threads run for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread(void *argument)
{
    int zero = 0;
    for (;;) {
        atomic_load(&x);
        if (zero == 2) {
            if (zero == 0)
                return argument;
        }
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;)
        atomic_store(&x, 1 - atomic_load(&x));
}
