// expect: safe
// Two threads let the signal through, and either of them may have it.
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
