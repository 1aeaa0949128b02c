// expect: violation
// kinds: assertion
// The thread writes one byte of what main reads and writes as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint8_t bytes[4];
} shared;

static void *worker(void *argument)
{
    shared.bytes[2] = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    uint32_t before = shared.word;
    uint32_t after = shared.word;
    pthread_join(t, NULL);
    assert(before == after); // <- violation
    return 0;
}
