// expect: safe
// Two semaphores make the threads take turns.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void *worker(void *argument)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        assert(ball == 2 * i + 1);
        ball++;
        sem_post(&pong);
    }
    return argument;
}

int main(void)
{
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        ball++;
        sem_post(&ping);
        sem_wait(&pong);
        assert(ball == 2 * i + 2);
    }
    pthread_join(t, NULL);
    return 0;
}
