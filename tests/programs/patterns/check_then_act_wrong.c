// expect: violation
// kinds: memory
// The stack is not empty when looked at, but when popped: the index runs below the array.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *items, count = 1;
static int storage[4];

static int size(void)
{
    pthread_mutex_lock(&lock);
    int n = count;
    pthread_mutex_unlock(&lock);
    return n;
}

static int pop(void)
{
    pthread_mutex_lock(&lock);
    int item = items[--count]; // <- violation
    pthread_mutex_unlock(&lock);
    return item;
}

static void *worker(void *argument)
{
    if (size() > 0)
        pop();
    return argument;
}

int main(void)
{
    items = storage;
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return 0;
}
