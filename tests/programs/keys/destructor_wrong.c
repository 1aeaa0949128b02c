// expect: violation
// kinds: memory
// The thread frees the value itself, and the destructor once more.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void release(void *value)
{
    free(value); // <- violation
}

static void *worker(void *argument)
{
    void *p = malloc(4);
    pthread_setspecific(key, p);
    free(p);
    return argument;
}

int main(void)
{
    pthread_key_create(&key, release);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
