// expect: violation
// kinds: assertion
// heddle: --property=assertion
// A product that wraps around is no multiple of its factor: 12 * 0x5555555555555556 is 8.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int array[10];
static volatile uint64_t factor = 0x5555555555555556u;

static void *writer(void *argument)
{
    *(int *)((uintptr_t)array + factor * 12) = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int first = array[2];
    int second = array[2];
    assert(first == second); // <- violation
    pthread_join(thread, NULL);
}
