// When a wait reads its time-out is not known: perhaps while the mutex is given back, as in glibc. The machine reads it before, so
// that no execution has a race; the text alone is no proof.
// heddle: --property=data-race
// expect: safe
// text: !a static proof
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct timespec until = {1, 0};

static void *run(void *argument)
{
    pthread_mutex_lock(&m);
    until.tv_sec = 2;
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
