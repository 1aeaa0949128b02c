// As many waits as posts.
// wrong: data-race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define MORE
#else
#define MORE sem_wait(&done);
#endif

static sem_t done;
static int a, b;
static void *first(void *unused)
{
    usleep(1000);
    a = 1;
    sem_post(&done);
    return unused;
}
static void *second(void *unused)
{
    usleep(20000);
    b = 1;
    sem_post(&done);
    return unused;
}
int main(void)
{
    pthread_t t, s;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&s, NULL, second, NULL);
    usleep(40000);
    sem_wait(&done);
    MORE int sum = a + b;
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return sum == 3;
}
