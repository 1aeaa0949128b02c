// indexer: two threads put MESSAGES messages each into a hash table with compare-and-swap, each going on to the next
// place where one is taken. A thread's number and the message's make the key, so that most keys of the two threads are
// the same, and the threads meet at their places. The claim: a message stays where its thread put it. Safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { PLACES = 128, STEP = 11 };

static atomic_int table[PLACES];

static void *put_messages(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int message = STEP * m + thread, place = message * 7 % PLACES, expected = 0;
        while (!atomic_compare_exchange_strong(&table[place], &expected, message)) {
            place = (place + 1) % PLACES;
            expected = 0;
        }
        assert(table[place] == message);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, put_messages, (void *)0);
    pthread_create(&second, NULL, put_messages, (void *)STEP);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
