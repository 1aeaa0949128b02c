// expect: violation
// kinds: deadlock
// The consumer signals the condition that only consumers wait for.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static void *producer(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (count == 1)
            pthread_cond_wait(&not_full, &lock);
        count = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&not_empty, &lock);
        count = 0;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, NULL);
    return 0;
}
