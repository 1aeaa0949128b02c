// expect: violation
// kinds: assertion
// por: none classic source optimal states default
// A hash of an address says which element of a table is read, and the elements are put together to the address.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int value;
static uintptr_t given;
static const unsigned char digits[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static unsigned char told[16];

static void *set(void *argument)
{
    uintptr_t address = 0;
    for (int k = 15; k >= 0; k--)
        address = address << 4 | told[k];
    *(int *)address = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    given = (uintptr_t)&value;
    for (int k = 0; k < 16; k++)
        told[k] = digits[given >> 4 * k & 15];
    pthread_create(&thread, 0, set, 0);
    assert(value == 0); // <- violation
    pthread_join(thread, 0);
    return 0;
}
