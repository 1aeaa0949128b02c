// expect: violation
// kinds: data-race
// heddle: --property=data-race
// case: WAY=1 optimal default
// case: WAY=2 optimal default
// case: WAY=3 optimal default
// The calls by name tell the function that joins threads the number that there are; but it is called through a pointer as well (1), as
// a part of a function that is called twice, with other numbers (2), or changes the number before it joins (3).
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++; // <- violation
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
#if WAY == 3
    if (__VERIFIER_nondet_int())
        count--;
#endif
    for (int k = 0; k < count; k++)
        pthread_join(threads[k], 0);
}

static void start_or_finish(pthread_t *threads, int count, int starts)
{
    if (starts)
        start(threads, count);
    else
        finish(threads, count);
}

int main(void)
{
    pthread_t threads[2];
#if WAY == 1
    void (*volatile by)(pthread_t *, int) = finish;
    start(threads, 2);
    if (__VERIFIER_nondet_int())
        finish(threads, 2);
    else
        by(threads, 1);
#elif WAY == 2
    start_or_finish(threads, 2, 1);
    start_or_finish(threads, 1, 0);
#else
    start(threads, 2);
    finish(threads, 2);
#endif
    sum++;
    return 0;
}
