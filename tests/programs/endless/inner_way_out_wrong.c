// expect: violation
// kinds: deadlock
// por: states default
// A way out that is always taken where it is come to, behind a condition that may hold: the thread waits for that.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread(void *argument)
{
    int zero = 0;
    for (;;) {
        if (atomic_load(&x) == 2) {
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
