// A post orders what came before it with what comes after the wait.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int x;
static void *first(void *argument)
{
    x = 1;
    sem_post(&s);
    return argument;
}

static void *second(void *argument)
{
    sem_wait(&s);
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&s, 0, 0);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
