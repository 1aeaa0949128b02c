// Random numbers that decide whether the error shows: the test gives those that were found, of generators with seeds that are others in each run.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

static int thrown, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *play(void *argument)
{
    unsigned *seed = argument;
    unsigned char bonus;
    int dice = rand() % 6 + rand_r(seed) % 6;
    if (dice < 10 || lrand48() % 3 != 2)
        return NULL;
    getrandom(&bonus, 1, 0);
    if (bonus != 77 || drand48() < 0.5)
        return NULL;
#ifdef FIXED
    pthread_mutex_lock(&lock);
    thrown++;
    sum++;
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_lock(&lock);
    thrown++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void)
{
    unsigned seed = (unsigned)time(NULL);
    pthread_t thread;
    srand(seed);
    srand48((long)seed);
    pthread_create(&thread, NULL, play, &seed);
    pthread_mutex_lock(&lock);
    assert(thrown == sum);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
