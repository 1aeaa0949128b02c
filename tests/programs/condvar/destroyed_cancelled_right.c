// expect: safe
// heddle: --property=assertion,memory,lock,deadlock
// case: none source optimal default
// case: AGAIN=1 none source optimal default
// A thread that a signal has picked is cancelled after the condition variable was destroyed: whatever its memory holds by then, nobody
// else is woken. With AGAIN it holds another condition variable, on which somebody waits.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_cond_t *condition;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int waits, go;

static void unlock(void *argument)
{
    pthread_mutex_unlock(argument);
}

static void *first(void *argument)
{
    pthread_mutex_lock(&lock);
    waits = 1;
    pthread_cleanup_push(unlock, &lock);
    pthread_cond_wait(condition, &lock);
    pthread_cleanup_pop(1);
    return argument;
}

#ifdef AGAIN
static void *second(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!go)
        pthread_cond_wait(condition, &lock);
    assert(go);
    pthread_mutex_unlock(&lock);
    return argument;
}
#endif

int main(void)
{
    pthread_t t;
    condition = calloc(1, sizeof *condition);
    pthread_create(&t, NULL, first, NULL);
    pthread_mutex_lock(&lock);
    int waited = waits;
    if (waited) {
        pthread_cond_signal(condition);
        pthread_cond_destroy(condition);
    }
#ifdef AGAIN
    pthread_t u;
    if (waited)
        pthread_cond_init(condition, NULL);
    pthread_create(&u, NULL, second, NULL);
#else
    if (waited)
        memset(condition, 3, sizeof *condition);
#endif
    pthread_mutex_unlock(&lock);
    pthread_cancel(t);
    pthread_join(t, NULL);
#ifdef AGAIN
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_cond_broadcast(condition);
    pthread_mutex_unlock(&lock);
    pthread_join(u, NULL);
#endif
    return 0;
}
