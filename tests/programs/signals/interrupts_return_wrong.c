// expect: violation
// kinds: assertion
// por: classic source optimal default
// A signal that only a handler lets through comes between the last access of the handler and its return.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int done, seen;
static sigset_t second;

static void handle(int number)
{
    if (number == SIGUSR1) {
        pthread_sigmask(SIG_UNBLOCK, &second, NULL);
        atomic_store(&done, 1);
    } else {
        atomic_store(&seen, 1);
    }
}

static void *worker(void *main_thread)
{
    int was = atomic_load(&done);
    pthread_kill(*(pthread_t *)main_thread, SIGUSR2);
    return was ? main_thread : NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    void *late;
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle);
    sigaddset(&second, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &second, NULL);
    pthread_create(&t, NULL, worker, &self);
    raise(SIGUSR1);
    pthread_join(t, &late);
    assert(!late || !atomic_load(&seen)); // <- violation
    return 0;
}
