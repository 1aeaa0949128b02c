// expect: safe
// heddle: --spurious
// por: default
// timeout: 12
// A wait that may end without a signal, in a loop that goes round until the thread is cancelled: in each of very many rounds main is tried, which
// looks at other bytes of what the thread writes. Where each look passes all rounds before, this takes 15 s instead of 1.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void give_back(void *unused)
{
    (void)unused;
    cleaned = 1;
    pthread_mutex_unlock(&lock);
}

static void *wait_for_ever(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, NULL);
    while (!cleaned)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
