// options: --property=livelock
// Two threads hand a turn to each other, and each finds that the other one is to go first: they wait and wake each other for ever. Threads that
// are blocked are part of the cycle.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, done;

static void *work(void *argument)
{
    int own = *(int *)argument;
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (turn != own)
        pthread_cond_wait(&changed, &lock);
#else
    while (done != own) {
        turn = 1 - own;
        pthread_cond_signal(&changed);
        while (turn != own)
            pthread_cond_wait(&changed, &lock);
    }
#endif
    done = own;
    turn = 1 - own;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int names[2] = {0, 1};
    pthread_t threads[2];
    done = 2;
    for (int k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, &names[k]);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    return 0;
}
