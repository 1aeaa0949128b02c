// expect: violation
// kinds: assertion
// por: classic source optimal default
// Whether sem_wait is interrupted, or goes on, depends on who comes first, the handler or sem_post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

static sem_t told;
static atomic_int handled;

static void handle(int number)
{
    if (number == SIGUSR1)
        sem_post(&told);
    atomic_fetch_add(&handled, 1);
}

static void *worker(void *main_thread)
{
    pthread_kill(*(pthread_t *)main_thread, SIGUSR2);
    pthread_kill(*(pthread_t *)main_thread, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    sem_init(&told, 0, 0);
    pthread_create(&t, NULL, worker, &self);
    int failed = sem_wait(&told);
    assert(!failed || atomic_load(&handled) == 2); // <- violation
    assert(failed || atomic_load(&handled) > 0);
    pthread_join(t, NULL);
    return 0;
}
