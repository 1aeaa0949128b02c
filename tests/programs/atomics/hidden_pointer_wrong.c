// expect: violation
// kinds: assertion
// The pointer is published in disguise; the object is reachable all the same.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;

static void *worker(void *argument)
{
    int *p = calloc(1, sizeof *p);
    hidden = (uintptr_t)p ^ 0x5a5a;
    *p = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    uintptr_t seen = hidden;
    if (seen) {
        int *p = (int *)(seen ^ 0x5a5a);
        assert(*p == 1); // <- violation
    }
    pthread_join(t, NULL);
    return 0;
}
