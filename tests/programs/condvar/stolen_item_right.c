// expect: safe
// No signal is lost for good: whoever has to wait again is served by the second item, for which no one else remains.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int count;

static void *consumer(void *argument)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&filled, &lock);
    assert(count > 0);
    count--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 0);
    return 0;
}
