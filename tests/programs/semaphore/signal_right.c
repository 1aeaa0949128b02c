// expect: safe
// Unlike a condition variable's signal, a post is remembered; and any thread may post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int x;

static void *worker(void *argument)
{
    x = 1;
    sem_post(&done);
    return argument;
}

int main(void)
{
    sem_init(&done, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&done);
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
