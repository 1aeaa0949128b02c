// heddle: --property=data-race
// expect: violation
// kinds: data-race
// Looking at a clock and sleeping order nothing.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *worker(void *argument)
{
    x = 1; // <- violation
    usleep(10);
    time(NULL);
    time(NULL);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    time(NULL);
    sleep(1);
    time(NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
