// expect: safe
// heddle: --independence=none
// case: THREADS=2 source=1 optimal=1
// case: THREADS=11 classic=1 source=1 optimal=1
// case: THREADS=12 source=8 optimal=8
// case: THREADS=13 source=64 optimal=64
// case: THREADS=14 source=512 optimal=512
// case: THREADS=15 source=4096 optimal=4096
// case: THREADS=11 --property=assertion default=1
// case: THREADS=12 --property=assertion default=1
// case: THREADS=13 --property=assertion default=1
// case: THREADS=14 --property=assertion default=1
// case: THREADS=15 --property=assertion default=1
// case: THREADS=64 PLACES=512 --property=assertion default=1
// case: THREADS=64 PLACES=512 --property=assertion --por=none --slice=on default=1
// AGA figure 1, the indexer of Flanagan and Godefroid (POPL 2005): each thread puts MESSAGES messages into a hash table
// that all share, with compare-and-swap, trying the next place where one is taken.
//
// The message of thread t with number m is w = 11 m + t, at least 11 and at most 58, its first place 7 w modulo 128. As 7
// is odd, messages share it only where they are equal: 11 m + t = 11 m' + t'. Up to 11 threads never meet, and there is
// one trace. With more, threads t and t + 11 meet in three messages (m = 2, 3, 4 of the one, 1, 2, 3 of the other). Each
// can come first, independently of the others as both threads try them in one order; the second one takes the next place,
// which is free, since 7 v = 7 w + 1 modulo 128 makes v = w + 55 or w - 73, and neither is a message. So there are 2^3
// traces for each thread beyond the 11th, 8^(THREADS - 11) in all.
//
// With slices for the assertion, which is about a place that the thread computes by itself, the table does not matter, and
// there is one execution for every number of threads: predicate dependence. 64 threads have 256 messages, so that a table
// of 512 places never fills up and each thread finds a free one, in whatever order (128 places would be full after half of
// the messages, and the next thread would look for a place for ever). The hidden search for it ends, so that nothing has
// to be learnt to matter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef PLACES
#define PLACES 128
#endif

enum { SIZE = PLACES, MESSAGES = 4 };

static atomic_int table[SIZE];

static void *put_messages(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int message = 11 * m + thread, place = message * 7 % SIZE, expected = 0;
        assert(place < SIZE);
        while (!atomic_compare_exchange_strong(&table[place], &expected, message)) {
            place = (place + 1) % SIZE;
            expected = 0;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, put_messages, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
