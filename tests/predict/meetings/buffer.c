// A bounded buffer with a space too many.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#if WRONG == 1
#define SPACES 3
#else
#define SPACES 2
#endif
#if WRONG == 1
#define LATE                                                                                                 \
    if (i)                                                                                                   \
        later();
#else
#define LATE
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

static sem_t items, spaces;
static int buffer[2], in, sum;
static void *produce(void *unused)
{
    for (int i = 0; i < 3; i++) {
        LATE sem_wait(&spaces);
        buffer[in] = i + 1;
        in = (in + 1) % 2;
        sem_post(&items);
    }
    return unused;
}
static void *consume(void *unused)
{
    int out = 0;
    for (int i = 0; i < 3; i++) {
        sem_wait(&items);
        sum += buffer[out];
        out = (out + 1) % 2;
        sem_post(&spaces);
    }
    return unused;
}
int main(void)
{
    sem_init(&items, 0, 0);
    sem_init(&spaces, 0, SPACES);
    run(produce, consume);
    assert(sum == 6);
    return 0;
}
