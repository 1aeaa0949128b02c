// The same, where the reader is late in the run.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define SECOND usleep(1000);
#else
#define SECOND pthread_barrier_wait(&barrier);
#endif
#if WRONG == 1
#define DELAY usleep(20000);
#else
#define DELAY
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

static pthread_barrier_t barrier;
static int cell, sum;
static void *writer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        DELAY cell = i;
        pthread_barrier_wait(&barrier);
        SECOND
    }
    return unused;
}
static void *reader(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_barrier_wait(&barrier);
        sum += cell;
        SECOND
    }
    return unused;
}
int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    run(writer, reader);
    assert(sum == 3);
    return 0;
}
