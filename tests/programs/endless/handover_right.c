// heddle: --property=assertion,data-race
// expect: safe
// por: states default
// Two threads hand a buffer to each other for ever: what is written to it before the flag is stored happens
// before what is read after the flag was seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORED
#define STORED memory_order_release
#endif

static atomic_int full;
static struct {
    int length;
    char text[4];
} buffer;

static void *reader(void *argument)
{
    for (;;) {
        while (!atomic_load_explicit(&full, memory_order_acquire))
            ;
        assert(buffer.length == 2);
        buffer.text[1] = 0;
        atomic_store_explicit(&full, 0, memory_order_release);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    for (;;) {
        while (atomic_load_explicit(&full, memory_order_acquire))
            ;
        buffer.length = 2;
        buffer.text[1] = 'a';
        atomic_store_explicit(&full, 1, STORED);
    }
}
