// The next round's write comes before this one's read.
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
static int cell, seen;
static void *writer(void *unused)
{
    cell = 1;
    pthread_barrier_wait(&barrier);
    later();
    SECOND
    cell = 2;
    SECOND
    pthread_barrier_wait(&barrier);
    return unused;
}
static void *reader(void *unused)
{
    pthread_barrier_wait(&barrier);
    seen = cell;
    SECOND
    assert(seen == 1);
    SECOND
    pthread_barrier_wait(&barrier);
    return unused;
}
int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    run(writer, reader);
    return 0;
}
