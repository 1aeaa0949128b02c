// expect: violation
// kinds: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *sender(void *argument)
{
    atomic_store_explicit(&ready, 1, memory_order_release); // too early
    data = 42;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42); // <- violation
    pthread_join(t, NULL);
    return 0;
}
