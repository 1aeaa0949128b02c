// expect: inconclusive
// message: deletion of a key while the end of main.1, which has a value of it, may be near
// The thread is in its destructor when the key is deleted, and that waits for what comes after the deletion. Natively the
// thread's end may also look at the key after the deletion: then the destructor does not run, and the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t has_value, is_deleted;
static int destroyed;

static void destructor(void *value)
{
    (void)value;
    sem_wait(&is_deleted);
    destroyed = 1;
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &key);
    sem_post(&has_value);
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&has_value, 0, 0);
    sem_init(&is_deleted, 0, 0);
    pthread_key_create(&key, destructor);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&has_value);
    pthread_key_delete(key);
    sem_post(&is_deleted);
    pthread_join(t, NULL);
    assert(destroyed);
    return 0;
}
