// Two permits for what only one may do.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define PERMITS 2
#else
#define PERMITS 1
#endif

static sem_t permits;
static int most;
static void *work(void *argument)
{
    usleep((unsigned)(long)argument * 10000);
    sem_wait(&permits);
    most = 1;
    sem_post(&permits);
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    sem_init(&permits, 0, PERMITS);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    sem_destroy(&permits);
    return 0;
}
