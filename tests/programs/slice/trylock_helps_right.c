// expect: safe
// heddle: --property=assertion
// executions: default=1 prune-default=1 source=4
// Which of two stores a thread takes its ticket from depends on which lock is free, and nothing that is asserted on that.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static struct store {
    pthread_mutex_t lock;
    int next;
} stores[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static int take(int first)
{
    struct store *store = &stores[first];
    if (pthread_mutex_trylock(&store->lock) != 0) {
        store = &stores[1 - first];
        pthread_mutex_lock(&store->lock);
    }
    int ticket = store->next++;
    pthread_mutex_unlock(&store->lock);
    return ticket;
}

static void *work(void *argument)
{
    int size = 0, wanted = 5 * (int)(intptr_t)argument;
    take(0);
    while (1 << size < wanted)
        size++;
    assert(1 << size >= wanted && (size == 0 || 1 << (size - 1) < wanted));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1);
    pthread_create(&b, NULL, work, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
