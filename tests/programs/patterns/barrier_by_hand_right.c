// expect: safe
// A barrier from a counter and a condition variable, with generations so that it can be used again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int arrived, generation, x[2];

static void meet(void)
{
    pthread_mutex_lock(&lock);
    int mine = generation;
    if (++arrived == 2) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&released);
    } else {
        while (generation == mine)
            pthread_cond_wait(&released, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
    x[1] = 1;
    meet();
    assert(x[0] == 1);
    meet();
    x[1] = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x[0] = 1;
    meet();
    assert(x[1] == 1);
    meet();
    pthread_join(t, NULL);
    assert(x[1] == 2);
    return 0;
}
