// expect: safe
// Readers and writers from a mutex and a condition variable.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing, a, b;

static void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    while (readers > 0 || writing)
        pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    a = 1;
    b = 1;
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    assert(a == b);
    pthread_mutex_lock(&lock);
    readers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
