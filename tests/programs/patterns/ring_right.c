// expect: safe
// A ring buffer for one producer and one consumer needs no lock: the tail moves after the item is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint head, tail;

static void *producer(void *argument)
{
    for (int i = 1; i <= 2; i++) {
        unsigned at = atomic_load(&tail);
        if (at - atomic_load(&head) < 2) {
            ring[at % 2] = i;
            atomic_store(&tail, at + 1);
        }
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    int expected = 1;
    for (int i = 0; i < 2; i++) {
        unsigned at = atomic_load(&head);
        if (at != atomic_load(&tail)) {
            int item = ring[at % 2];
            assert(item == expected);
            expected++;
            atomic_store(&head, at + 1);
        }
    }
    pthread_join(t, NULL);
    return 0;
}
