// heddle: --property=livelock
// expect: violation
// kinds: livelock
// message: starvation: thread main never leaves the loop at .* while thread main.1 can go on for ever
// por: states default
// A reader with a sequence counter reads again where it has met a writer: beside a writer that never stops, perhaps for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, value;

static void *writer(void *argument)
{
#ifdef ENDS
    for (int k = 0; k < 2; k++) {
#else
    for (;;) {
#endif
        atomic_store(&sequence, 1);
        atomic_store(&value, 1 - atomic_load(&value));
        atomic_store(&sequence, 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int read;
    do {
        while (atomic_load(&sequence))
            ;
        read = atomic_load(&value);
    } while (atomic_load(&sequence));
    return read > 1;
}
