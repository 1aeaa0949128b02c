// expect: safe
// Main alone lets the signal through: its handler runs while main joins, or not at all.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void handle(int number)
{
    (void)number;
}

static void *work(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGTERM);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGTERM, handle);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
