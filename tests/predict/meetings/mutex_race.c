// A semaphore as a mutex, which begins with 1.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define VALUE 2
#else
#define VALUE 1
#endif

static sem_t mutex;
static int counter;
static void *work(void *argument)
{
    usleep((unsigned)(long)argument);
    for (int i = 0; i < 2; i++) {
        sem_wait(&mutex);
        counter++;
        sem_post(&mutex);
    }
    return NULL;
}
int main(void)
{
    pthread_t t, s;
    sem_init(&mutex, 0, VALUE);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&s, NULL, work, (void *)30000);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return counter != 4;
}
