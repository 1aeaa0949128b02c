// expect: safe
// heddle: --property=data-race
// case: MANY=3 HOW=1 optimal default=0
// case: MANY=__VERIFIER_nondet_int() HOW=1 optimal default=0
// case: MANY=3 HOW=2 optimal default=0
// case: MANY=__VERIFIER_nondet_int() HOW=2 optimal default=0
// Functions that start and join threads are told how many there are; with HOW=2 by a function that hands it on.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void start(pthread_t *threads, int count)
{
    for (int k = 0; k < count; k++)
        pthread_create(&threads[k], 0, add, 0);
}

static void finish(pthread_t *threads, int count)
{
    for (int k = 0; k < count; k++)
        pthread_join(threads[k], 0);
}

static void finish_all(pthread_t *threads, int count)
{
    finish(threads, count);
}

int main(void)
{
    pthread_t threads[3];
    int many = MANY;
    if (many < 0 || many > 3)
        return 0;
    start(threads, many);
#if HOW == 1
    finish(threads, many);
#else
    finish_all(threads, many);
#endif
    return sum > 3;
}
