// Each thread calls a key's destructor, which allocates a lock of its own: these are several locks, although
// the call that makes the key is executed once.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 18
// message: data race on x
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int x;

static void *counts(pthread_mutex_t *lock)
{
    pthread_mutex_init(lock, NULL);
    pthread_mutex_lock(lock);
    x++;
    pthread_mutex_unlock(lock);
    free(lock);
    return NULL;
}

static void ends(void *value)
{
    (void)value;
    counts(malloc(sizeof(pthread_mutex_t)));
}

static void *runs(void *argument)
{
    pthread_setspecific(key, &key);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, ends);
    pthread_create(&a, NULL, runs, NULL);
    pthread_create(&b, NULL, runs, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
