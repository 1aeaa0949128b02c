// An attempt that succeeds or fails, as it may.
// wrong: nothing
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

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

static sem_t s;
static int x, y;
static void *one(void *unused)
{
    if (sem_trywait(&s) == 0) {
        x++;
        x++;
        sem_post(&s);
    } else
        y = 1;
    return unused;
}
static void *two(void *unused)
{
    later();
    return one(unused);
}
int main(void)
{
    sem_init(&s, 0, 1);
    run(one, two);
    assert(x + y >= 1);
    return 0;
}
