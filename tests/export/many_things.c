// options: --property=memory
// A block is released before its last use. The corrected program has more blocks, threads and barriers than a
// table would hold, and a thread that pthread_create has not created.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { BARRIERS = 70, THREADS = 300, BLOCKS = 70000 };
static pthread_barrier_t barriers[BARRIERS];
static char *block;

static void *release(void *unused)
{
    for (int i = 0; i < BARRIERS; i++)
        pthread_barrier_wait(&barriers[i]);
    free(block);
    return unused;
}

#ifdef FIXED
static sem_t rung;

static void ring(union sigval unused)
{
    (void)unused;
    sem_post(&rung);
}

static void wait_for_timer(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = ring};
    struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
    sem_init(&rung, 0, 0);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &soon, NULL);
    sem_wait(&rung);
}

static void *nothing(void *unused)
{
    return unused;
}

static void use_many(void)
{
    static void *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        blocks[i] = malloc(8);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i] = realloc(blocks[i], 16));
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, nothing, NULL))
            abort();
        pthread_join(thread, NULL);
    }
    wait_for_timer();
}
#endif

int main(void)
{
    pthread_t thread;
    block = malloc(1);
    for (int i = 0; i < BARRIERS; i++)
        pthread_barrier_init(&barriers[i], NULL, 1);
    pthread_create(&thread, NULL, release, NULL);
#ifdef FIXED
    *block = 1;
    use_many();
#else
    *block = 1;
    *block = 2;
#endif
    pthread_join(thread, NULL);
    for (int i = 0; i < BARRIERS; i++)
        pthread_barrier_destroy(&barriers[i]);
    return 0;
}
