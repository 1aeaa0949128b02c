// expect: violation
// kinds: assertion
// The producer does not look whether the place is still taken.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static int buffer;

static void *producer(void *argument)
{
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        buffer = i;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return argument;
}

static int take(void)
{
    sem_wait(&items);
    pthread_mutex_lock(&lock);
    int item = buffer;
    pthread_mutex_unlock(&lock);
    return item;
}

int main(void)
{
    sem_init(&items, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    int first = take(), second = take();
    assert(first == 1 && second == 2); // <- violation
    pthread_join(t, NULL);
    return 0;
}
