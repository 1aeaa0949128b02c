// heddle:
// files: queue.c
// expect: safe
// por: classic
// timeout: 120
//
// Capacity 1. A producer puts two items while two consumers take one each; the first is an input. Both
// consumers get an item, together exactly what was put, and the queue ends empty.
#include "queue.h"

#include <assert.h>
#include <heddle.h>

static struct queue queue;
static int first;

static void *produce(void *unused)
{
    assert(queue_put(&queue, first));
    assert(queue_put(&queue, 7));
    return unused;
}

static void *consume(void *taken)
{
    assert(queue_take(&queue, taken));
    return NULL;
}

int main(void)
{
    heddle_symbolic(&first, sizeof first, "first");
    heddle_assume(first > 0 && first < 1000);
    assert(queue_init(&queue, 1));

    int taken[2] = {0, 0};
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, consume, &taken[0]);
    pthread_create(&threads[1], NULL, consume, &taken[1]);
    pthread_create(&threads[2], NULL, produce, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);

    assert((taken[0] == first && taken[1] == 7) || (taken[0] == 7 && taken[1] == first));
    assert(queue.count == 0);
    int none;
    assert(!queue_try_take(&queue, &none));
    queue_close(&queue);
    assert(!queue_put(&queue, 1));
    queue_destroy(&queue);
    return 0;
}
