// expect: violation
// kinds: assertion
// Two threads may sleep one after the other: that they run at all times is not known.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *worker(void *argument)
{
    sleep(2);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    time_t start = time(NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    time_t took = time(NULL) - start;
    assert(took < 4); // <- violation
    return 0;
}
