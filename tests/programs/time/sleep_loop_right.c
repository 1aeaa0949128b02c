// expect: safe
// Rounds of a loop that sleeps until a flag is set have no effect, in a program that reads clocks as well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void *worker(void *argument)
{
    sleep(1);
    data = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    time_t start = time(NULL);
    pthread_create(&t, NULL, worker, NULL);
    while (!ready)
        usleep(100);
    assert(data == 1 && time(NULL) >= start + 1);
    pthread_join(t, NULL);
    return 0;
}
