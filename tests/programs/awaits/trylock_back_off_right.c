// expect: safe
// por: source optimal
// Takes the second lock or gives back the first: no deadlock, whichever order the other thread has.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void both(pthread_mutex_t *a, pthread_mutex_t *b)
{
    for (;;) {
        pthread_mutex_lock(a);
        if (!pthread_mutex_trylock(b))
            break;
        pthread_mutex_unlock(a);
    }
    counter++;
    pthread_mutex_unlock(b);
    pthread_mutex_unlock(a);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    counter++;
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    both(&first, &second);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
