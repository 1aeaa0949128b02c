// expect: violation
// kinds: assertion
// por: states default
// Two states that differ only in what has been decided about an input which is still there are two.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, large;
static unsigned n;

static void *setter(void *argument)
{
    for (;;) {
        while (atomic_load(&flag))
            ;
        atomic_store(&flag, 1);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    heddle_symbolic(&n, sizeof n, "n");
    if (n > 3)
        atomic_store(&large, 1);
    atomic_store(&large, 0);
    pthread_create(&t, NULL, setter, NULL);
    for (;;) {
        while (!atomic_load(&flag))
            ;
        assert(n <= 3 || atomic_load(&large)); // <- violation
        atomic_store(&flag, 0);
    }
}
