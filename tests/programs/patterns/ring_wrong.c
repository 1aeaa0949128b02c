// expect: violation
// kinds: assertion
// The tail moves first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_uint head, tail;

static void *producer(void *argument)
{
    unsigned at = atomic_fetch_add(&tail, 1);
    ring[at % 2] = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    unsigned at = atomic_load(&head);
    if (at != atomic_load(&tail)) {
        int item = ring[at % 2];
        assert(item == 1); // <- violation
        atomic_store(&head, at + 1);
    }
    pthread_join(t, NULL);
    return 0;
}
