// expect: violation
// kinds: assertion
// heddle: --property=assertion
// An address outside the array that it was computed from, as an initial integer.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int before[2000], array[10];
static uintptr_t place = (uintptr_t)array - 4000;
int *keep = before;

static void *writer(void *argument)
{
    *(int *)(place + 4000) = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = array[0];
    int second = array[0];
    assert(first == second); // <- violation
    pthread_join(thread, 0);
    return 0;
}
