// What another thread has sent is handled when the receiver no longer blocks it, in the receiver; sigsuspend
// waits for that.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled;
static _Thread_local int by;
static pthread_barrier_t barrier;

static void handle(int number)
{
    handled += number == SIGUSR1 ? 1 : 10;
    by = 1;
}

static void *worker(void *argument)
{
    sigset_t set, old;
    sigfillset(&set);
    sigdelset(&set, SIGUSR1);
    assert(handled == 0);
    assert(sigsuspend(&set) == -1 && errno == EINTR);
    assert(handled == 1 && by == 1);
    pthread_barrier_wait(&barrier);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    assert(handled == 1);
    pthread_sigmask(SIG_UNBLOCK, &set, &old);
    assert(handled == 11 && sigismember(&old, SIGUSR1));
    return argument;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR2);
    pthread_kill(t, SIGUSR1);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    assert(by == 0);
    return 0;
}
