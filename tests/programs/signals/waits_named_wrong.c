// expect: violation
// kinds: deadlock
// case: WAIT=sigwait(&usual,&number) none classic source optimal states default
// case: WAIT=sigwaitinfo(&usual,NULL) none classic source optimal states default
// case: WAIT=pause() none classic source optimal states default
// case: WAIT=sigsuspend(&none) none classic source optimal states default
// message: thread main.1 waits for ever .(sigwait|sigwaitinfo|pause|sigsuspend). at .*:22
// What nobody sends: the function in which the thread waits is named.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void *server(void *unused)
{
    sigset_t usual, none;
    int number;
    (void)unused, (void)number;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGUSR1);
    WAIT;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigaddset(&blocked, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    pthread_create(&thread, NULL, server, NULL);
    pthread_kill(thread, SIGURG);
    pthread_join(thread, NULL);
    return 0;
}
