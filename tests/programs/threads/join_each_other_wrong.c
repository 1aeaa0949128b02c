// expect: violation
// kinds: deadlock
// Two threads wait for each other's end, and main for theirs.
#include <pthread.h>
#include <semaphore.h>

static pthread_t first, second;
static sem_t both_known;

static void *one(void *argument)
{
    sem_wait(&both_known);
    pthread_join(second, NULL);
    return argument;
}

static void *two(void *argument)
{
    sem_wait(&both_known);
    pthread_join(first, NULL);
    return argument;
}

int main(void)
{
    sem_init(&both_known, 0, 0);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    sem_post(&both_known);
    sem_post(&both_known);
    pthread_exit(NULL);
}
