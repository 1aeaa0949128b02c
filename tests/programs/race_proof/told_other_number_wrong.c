// expect: violation
// kinds: data-race
// heddle: --property=data-race
// case: JOINED=many-1 AGAIN=0 optimal default
// case: JOINED=2 AGAIN=0 optimal default
// case: JOINED=many AGAIN=1 optimal default
// The function that joins threads is told a smaller number than the one that starts them, or is called with both.
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
    for (int k = 0; k < count; k++)
        pthread_join(threads[k], 0);
}

int main(void)
{
    pthread_t threads[3];
    int many = __VERIFIER_nondet_int();
    if (many < 0 || many > 3)
        return 0;
    start(threads, many);
    if (AGAIN && __VERIFIER_nondet_int())
        finish(threads, many - 1);
    else
        finish(threads, JOINED);
    sum++;
    return 0;
}
