// expect: violation
// kinds: assertion
// Of two threads that wait for signals either may run the handler.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static pthread_t first;
static atomic_int ready;
static sigset_t none;

static void handle(int number)
{
    (void)number;
    assert(pthread_equal(pthread_self(), first));
}

static void *work(void *is_first)
{
    if (is_first)
        first = pthread_self();
    ready++;
    sigsuspend(&none);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    sigset_t set;
    signal(SIGTERM, handle);
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&threads[0], NULL, work, &set);
    pthread_create(&threads[1], NULL, work, NULL);
    while (ready < 2)
        ;
    kill(getpid(), SIGTERM);
    pthread_join(threads[0], NULL);
    return 0;
}
