// A semaphore as a mutex, which begins with 1.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define VALUE 2
#else
#define VALUE 1
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

static sem_t mutex;
static int counter;
static void *work(void *argument)
{
    if (argument)
        later();
    sem_wait(&mutex);
    int own = counter;
    counter = own + 1;
    sem_post(&mutex);
    return NULL;
}
int main(void)
{
    sem_init(&mutex, 0, VALUE);
    run(work, work);
    assert(counter == 2);
    return 0;
}
