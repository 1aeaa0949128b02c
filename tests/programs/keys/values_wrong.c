// expect: violation
// kinds: memory
// The value was set by main; the thread has none.
#include <pthread.h>

static pthread_key_t key;
static int a;

static void *worker(void *argument)
{
    int *mine = pthread_getspecific(key);
    *mine = 1; // <- violation
    return argument;
}

int main(void)
{
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &a);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
