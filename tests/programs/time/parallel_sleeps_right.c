// expect: safe
// Two threads that sleep for two seconds take two seconds at least, and four at most: nothing else takes time.
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
    assert(took >= 2 && took <= 4);
    return 0;
}
