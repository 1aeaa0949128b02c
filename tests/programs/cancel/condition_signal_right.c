// expect: safe
// A signal for a thread that is cancelled instead goes to another one that waits.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int tokens, waiting;

static void leave(void *argument)
{
    pthread_mutex_unlock(argument);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(leave, &lock);
    waiting++;
    while (!tokens)
        pthread_cond_wait(&condition, &lock);
    tokens--;
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    if (waiting == 2) {
        tokens = 1;
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&lock);
        pthread_cancel(a);
        pthread_join(a, &result);
        if (result == PTHREAD_CANCELED)
            pthread_join(b, NULL); // there is a token, and b knows
    } else {
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
