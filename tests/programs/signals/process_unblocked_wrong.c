// expect: violation
// kinds: assertion
// A signal for the process that all threads block is for the first that no longer does.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static pthread_t expected;
static sigset_t set;

static void handle(int number)
{
    (void)number;
    assert(pthread_equal(pthread_self(), expected));
}

static void *work(void *unused)
{
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGTERM, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    expected = pthread_self();
    kill(getpid(), SIGTERM);
    pthread_create(&thread, NULL, work, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_join(thread, NULL);
    return 0;
}
