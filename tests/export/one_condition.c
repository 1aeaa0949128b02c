// A bounded buffer in which producers and consumers wait for one condition, and a signal wakes one that cannot use it, and waits again.
#include <pthread.h>

#define SIZE 1
#ifdef FIXED
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char buffer[SIZE];
static int count, in, out;

static void put(char c)
{
    pthread_mutex_lock(&mutex);
    while (count == SIZE)
        pthread_cond_wait(&changed, &mutex);
    buffer[in] = c;
    in = (in + 1) % SIZE;
    count++;
    WAKE(&changed);
    pthread_mutex_unlock(&mutex);
}
static char get(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&changed, &mutex);
    char c = buffer[out];
    out = (out + 1) % SIZE;
    count--;
    WAKE(&changed);
    pthread_mutex_unlock(&mutex);
    return c;
}
static void *producer(void *p) {
    put('x');
    put('y');
    return p;
}

static void *consumer(void *p) {
    get();
    return p;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, producer, 0);
    pthread_create(&t[1], 0, consumer, 0);
    pthread_create(&t[2], 0, consumer, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
