// circularbuffer: one thread sends ITEMS numbers through a ring, the other receives what there is, ITEMS times. There is no
// lock: each index has one writer. But the sender moves its index on before it writes the place. The claim: what is received
// is what was sent, in that order. Violated.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PLACES = 4, EMPTY = -1 };

static int ring[PLACES] = {EMPTY, EMPTY, EMPTY, EMPTY};
static atomic_int sent, received;

static void *sender(void *argument)
{
    for (int item = 0; item < ITEMS; item++) {
        int place = sent;
        if (place - received < PLACES) {
            sent = place + 1;
            ring[place % PLACES] = item;
        }
    }
    return argument;
}

static void *receiver(void *argument)
{
    int expected = 0;
    for (int k = 0; k < ITEMS; k++) {
        int place = received;
        if (place != sent) {
            int item = ring[place % PLACES];
            assert(item == expected);
            expected++;
            received = place + 1;
        }
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, sender, NULL);
    pthread_create(&second, NULL, receiver, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
