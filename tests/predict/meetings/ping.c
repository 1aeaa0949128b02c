// Two threads take turns; both begin with one.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define FIRST 1
#else
#define FIRST 0
#endif
static void later(void)
{
    usleep(30000);
}
static void run(void *(*f)(void *), void *(*g)(void *))
{
    pthread_t t, s;
    pthread_create(&t, NULL, f, (void *)0);
    pthread_create(&s, NULL, g, (void *)1);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
}

static sem_t ping, pong;
static int ball;
static void *left(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        int own = ball;
        ball = own + 1;
        sem_post(&pong);
    }
    return unused;
}
static void *right(void *unused)
{
    later();
    for (int i = 0; i < 2; i++) {
        sem_wait(&pong);
        int own = ball;
        ball = own + 1;
        sem_post(&ping);
    }
    return unused;
}
int main(void)
{
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, FIRST);
    run(left, right);
    assert(ball == 4);
    return 0;
}
