// Two posts of different threads, and as many waits.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define WAITS sem_wait(&done);
#else
#define WAITS                                                                                                \
    sem_wait(&done);                                                                                         \
    sem_wait(&done);
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

static sem_t done;
static int a, b;
static void *first(void *unused)
{
    a = 1;
    sem_post(&done);
    return unused;
}
static void *second(void *unused)
{
    later();
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
    WAITS
    assert(a == 1);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
    return 0;
}
