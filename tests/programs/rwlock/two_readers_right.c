// expect: safe
// Each reader waits inside for the other: possible only because both are let in.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t first, second;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    sem_post(&first);
    sem_wait(&second);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    sem_init(&first, 0, 0);
    sem_init(&second, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_rwlock_rdlock(&lock);
    sem_post(&second);
    sem_wait(&first);
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
