// As misuse_not_asked_wrong.c, with a function without a body in the assertion's place.
// expect: inconclusive
// case: --property=assertion,memory none classic source optimal default
// case: --property=assertion,memory --slice=dynamic default
// case: --property=memory none default
// message: call of 'unknown', which has no body
#include <pthread.h>

void unknown(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    unknown();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_mutex_destroy(&lock);
    return 0;
}
