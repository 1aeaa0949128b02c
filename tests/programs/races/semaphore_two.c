// With two permits nothing is ordered.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on x
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;
static void *first(void *argument)
{
    sem_wait(&s);
    x++;
    sem_post(&s);
    return argument;
}

static void *second(void *argument)
{
    sem_wait(&s);
    x++;
    sem_post(&s);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&s, 0, 2);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
