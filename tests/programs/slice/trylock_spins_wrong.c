// expect: violation
// kinds: deadlock
// A loop that ends only when the lock is taken, or the flag set: it takes the lock, and gives it back, for ever. That nothing
// depends on what it does does not make it end.
#include <pthread.h>

static int flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *argument)
{
    flag = 0;
    return argument;
}

static void *spin(void *argument)
{
    while (pthread_mutex_trylock(&lock) || flag == 0)
        pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, spin, NULL);
    pthread_create(&b, NULL, clear, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
