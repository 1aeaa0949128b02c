// heddle: --property=assertion,exit,uninitialised
// expect: safe
// por: states default
// A thread that never ends, and main, which may return as soon as it has seen that all is well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STATUS
#define STATUS 0
#endif
static atomic_int rounds;

static void *server(void *argument)
{
    int seen;
#ifndef UNSET
    seen = 0;
#endif
    for (;;) {
        int now = atomic_load(&rounds);
        if (seen == 1 && now == 2)
            atomic_store(&rounds, 0);
        else
            atomic_store(&rounds, now == 2 ? 0 : now + 1);
        seen = now;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    for (;;) {
        int now = atomic_load(&rounds);
        assert(now < 3);
        if (now == 2)
            return STATUS;
        if (now == 1)
            atomic_store(&rounds, 2);
    }
}
