// What the serial thread has computed, looked at before the next barrier.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define SECOND
#else
#define SECOND pthread_barrier_wait(&barrier);
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
static int part[2], total, seen[2];
static void *work(void *argument)
{
    int i = (int)(long)argument;
    part[i] = i + 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        total = part[0] + part[1];
    else
        later();
    SECOND
    seen[i] = total;
    assert(seen[i] == 3);
    return NULL;
}
int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    run(work, work);
    return 0;
}
