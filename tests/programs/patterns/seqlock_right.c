// expect: safe
// The reader takes what it read only if the counter is even and has not moved.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int a, b;

static void *writer(void *argument)
{
    atomic_store(&sequence, 1);
    a = 1;
    b = 1;
    atomic_store(&sequence, 2);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned before = atomic_load(&sequence);
    int x = a, y = b;
    unsigned after = atomic_load(&sequence);
    if (before == after && before % 2 == 0)
        assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
