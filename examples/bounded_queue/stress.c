// Native stress run: 4 producers, 4 consumers, a queue of 3; every item arrives once.
#include "queue.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, ITEMS = 20000 };

static struct queue queue;
static atomic_int seen[THREADS * ITEMS];

static void *produce(void *number)
{
    int base = *(int *)number * ITEMS;
    for (int i = 0; i < ITEMS; i++)
        queue_put(&queue, base + i);
    return NULL;
}

static void *consume(void *unused)
{
    int item;
    while (queue_take(&queue, &item))
        atomic_fetch_add(&seen[item], 1);
    return unused;
}

int main(void)
{
    assert(queue_init(&queue, 3));
    pthread_t producers[THREADS], consumers[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&producers[i], NULL, produce, &numbers[i]);
        pthread_create(&consumers[i], NULL, consume, NULL);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(producers[i], NULL);
    queue_close(&queue);
    for (int i = 0; i < THREADS; i++)
        pthread_join(consumers[i], NULL);
    for (int i = 0; i < THREADS * ITEMS; i++)
        assert(atomic_load(&seen[i]) == 1);
    queue_destroy(&queue);
    puts("bounded_queue: ok");
    return 0;
}
