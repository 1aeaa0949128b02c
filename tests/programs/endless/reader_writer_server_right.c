// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// por: states default
// text: , 150 states,
// A server with a read-write lock of its own, and endless readers and a writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state; // readers, or WRITES
#define WRITES -1
static int value, copy;

static void begin_reading(void)
{
    for (;;) {
        int seen = atomic_load(&state);
        if (seen != WRITES && atomic_compare_exchange_strong(&state, &seen, seen + 1))
            return;
    }
}

static void *reader(void *argument)
{
    for (;;) {
        begin_reading();
        assert(value == copy);
#ifdef WRONG
        atomic_store(&state, 0);
#else
        atomic_fetch_sub(&state, 1);
#endif
    }
    return argument;
}

static void *writer(void *argument)
{
    for (;;) {
        int none = 0;
        if (!atomic_compare_exchange_strong(&state, &none, WRITES))
            continue;
        value = !value;
        copy = value;
        atomic_store(&state, 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, reader, NULL);
    writer(NULL);
    return 0;
}
