// clang: -mcx16
// expect: violation
// kinds: assertion
// ABA in two words that are exchanged at once, of which the second one is a pointer to a block that was released.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef unsigned __int128 wide;

static wide head __attribute__((aligned(16)));
static int made;

static wide fresh(void)
{
    int *block = malloc(sizeof *block);
    *block = made++;
    return (wide)(unsigned long)block << 64;
}

static void *other(void *argument)
{
    wide old = head;
    free((void *)(unsigned long)(old >> 64));
    head = fresh();
    return argument;
}

int main(void)
{
    pthread_t thread;
    wide old = head = fresh(), mine = 1;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    // The block is another one, at the address of the first.
    assert(__sync_val_compare_and_swap(&head, old, mine) != old); // <- violation
    return 0;
}
