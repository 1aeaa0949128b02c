// heddle: --property=livelock
// expect: inconclusive
// message: whether thread main may stay in a loop for ever: in each such cycle inputs
// por: states default
// Main waits for a value that an input may be for ever, or not.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        if (__VERIFIER_nondet_bool())
            x = 1;
        else
            x = 0;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (;;) {
        pthread_mutex_lock(&mutex);
        int v = x;
        pthread_mutex_unlock(&mutex);
        if (v)
            break;
    }
    return 0;
}
