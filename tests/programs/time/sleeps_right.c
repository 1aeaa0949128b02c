// expect: safe
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int x;

static void *worker(void *argument)
{
    usleep(10);
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct timespec a_moment = {0, 1000};
    assert(nanosleep(&a_moment, NULL) == 0);
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
