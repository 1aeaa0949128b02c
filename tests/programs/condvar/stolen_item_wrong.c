// expect: violation
// kinds: assertion
// `if` instead of `while`: between the signal and the consumer's return from its wait, the other consumer takes the item.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int count;

static void *consumer(void *argument)
{
    pthread_mutex_lock(&lock);
    if (count == 0)
        pthread_cond_wait(&filled, &lock);
    assert(count > 0); // <- violation
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
    return 0;
}
