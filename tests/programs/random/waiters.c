// expect: violation
// kinds: assertion
// case: --seed=1 random=3
// case: --seed=2 random=10
// case: --seed=3 random=10
// Which of two threads a signal wakes is drawn, too, and part of the witness.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, second_first;

static void *wait_for_signal(void *second)
{
    pthread_mutex_lock(&lock);
    int turn = waiting++;
    pthread_cond_wait(&changed, &lock);
    if (waiting == 2 && turn == 1 && second)
        second_first = 1;
    waiting--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int both = 0;
    pthread_create(&a, NULL, wait_for_signal, NULL);
    pthread_create(&b, NULL, wait_for_signal, &both);
    while (!both) {
        pthread_mutex_lock(&lock);
        both = waiting == 2;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    for (int left = 2; left == 2;) {
        pthread_mutex_lock(&lock);
        left = waiting;
        pthread_mutex_unlock(&lock);
    }
    pthread_cond_signal(&changed);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!second_first); // <- violation
    return 0;
}
