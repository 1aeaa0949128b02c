// expect: violation
// kinds: assertion
// por: source optimal default
// sleep-blocked: allowed
// A signal for the process that both threads let through when it was sent, as POSIX promises nothing then: the sender may end, and the
// other block it, before the handler has begun in either. That the sender raises one that it blocks has no handler begin.
// Which threads an operation touches depends on who lets the signal through.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int handled;

static void handle(int number)
{
    (void)number;
    atomic_store(&handled, 1);
}

static void *sends(void *argument)
{
    kill(getpid(), SIGUSR1);
    raise(SIGUSR2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sigset_t first, second;
    sigemptyset(&first);
    sigaddset(&first, SIGUSR1);
    sigemptyset(&second);
    sigaddset(&second, SIGUSR2);
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &second, NULL);
    pthread_create(&thread, NULL, sends, NULL);
    pthread_sigmask(SIG_BLOCK, &first, NULL);
    pthread_join(thread, NULL);
    assert(atomic_load(&handled)); // <- violation
    return 0;
}
