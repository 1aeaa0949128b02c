// expect: safe
// siglongjmp restores the mask of signals where sigsetjmp has saved it, and what is let through is handled
// before it goes on; longjmp from setjmp leaves the mask as it is.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;
static sigset_t set;
static int calls;

static void handler(int number)
{
    (void)number;
    calls++;
}

static int is_blocked(void)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, SIGUSR1);
}

static void block_and_leave(void)
{
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(calls == 0);
    siglongjmp(place, 1);
}

static void *worker(void *argument)
{
    volatile int saves = 1;
    if (!sigsetjmp(place, saves))
        block_and_leave();
    assert(!is_blocked() && calls == 1);
    saves = 0;
    if (!sigsetjmp(place, saves)) {
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        siglongjmp(place, 1);
    }
    assert(is_blocked());
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    if (!sigsetjmp(place, 1)) {
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        siglongjmp(place, 1);
    }
    assert(!is_blocked());
    if (!sigsetjmp(place, 0)) {
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        siglongjmp(place, 1);
    }
    assert(is_blocked());
    return argument;
}

int main(void)
{
    pthread_t t;
    jmp_buf plain;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(!is_blocked());
    if (!setjmp(plain)) {
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        longjmp(plain, 1);
    }
    assert(is_blocked());
    return 0;
}
