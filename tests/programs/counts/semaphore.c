// expect: safe
// heddle: --independence=none
// case: ITEMS=1 PLACES=1 none=1 source=1 optimal=1
// case: ITEMS=4 PLACES=1 none=1 source=1 optimal=1
// case: ITEMS=2 PLACES=2 none=252 source=3 optimal=3
// case: ITEMS=3 PLACES=2 none=63504 source=9 optimal=9
// case: ITEMS=4 PLACES=2 source=27 optimal=27
// case: ITEMS=8 PLACES=2 source=2187 optimal=2187
// A bounded buffer between two threads that is guarded by two semaphores. With one place they take turns, one trace.
// With two places there are 3^(ITEMS - 1).
//
// For item k, producer: wait(free) = W(k), post(used) = U(k); consumer: wait(used) = V(k), post(free) = P(k). V(k) is
// after U(k), W(k + 2) after P(k). So of all pairs that conflict only P(k) and W(k + 1), and V(k) and U(k + 1), come in
// either order, for k from 1 to ITEMS - 1. P(k) before W(k + 1) and U(k + 1) before V(k) exclude each other, since V(k) is
// before P(k) and W(k + 1) before U(k + 1); three of four remain.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places, used_places;
static int queue[PLACES], put, got;

static void *produce(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&free_places);
        queue[put++ % PLACES] = i;
        sem_post(&used_places);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&used_places);
        int item = queue[got++ % PLACES];
        assert(item == i);
        sem_post(&free_places);
    }
    return argument;
}

int main(void)
{
    pthread_t producer, consumer;
    sem_init(&free_places, 0, PLACES);
    sem_init(&used_places, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
