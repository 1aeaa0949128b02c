// heddle: --property=data-race
// expect: violation
// kinds: data-race
// The handler runs in the thread that raises the signal, as any function there.
#include <pthread.h>
#include <signal.h>

static int count;

static void handle(int number)
{
    (void)number;
    count++;
}

static void *worker(void *argument)
{
    raise(SIGUSR1);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    signal(SIGUSR1, handle);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
