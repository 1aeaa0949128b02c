// Two threads take turns; both begin with one.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define FIRST 1
#else
#define FIRST 0
#endif
#if WRONG == 1
#define DELAY usleep(20000);
#else
#define DELAY
#endif

static sem_t ping, pong;
static int ball;
static void *left(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        ball++;
        sem_post(&pong);
    }
    return unused;
}
static void *right(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&pong);
        ball++;
        sem_post(&ping);
    }
    return unused;
}
int main(void)
{
    pthread_t t, s;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, FIRST);
    pthread_create(&t, NULL, left, NULL);
    DELAY
    pthread_create(&s, NULL, right, NULL);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return ball != 6;
}
