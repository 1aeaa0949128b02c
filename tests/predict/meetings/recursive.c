// A mutex that its thread locks twice.
// wrong: assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#if WRONG == 1
#define GAP                                                                                                  \
    pthread_mutex_unlock(&m);                                                                                \
    pthread_mutex_unlock(&m);                                                                                \
    pthread_mutex_lock(&m);                                                                                  \
    pthread_mutex_lock(&m);
#else
#define GAP
#endif
static void later(void)
{
    usleep(30000);
}
static void run(void *(*f)(void *), void *(*g)(void *))
{
    pthread_t t, s;
    pthread_create(&t, NULL, f, (void *)0);
    pthread_create(&s, NULL, g, (void *)1);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
}

static pthread_mutex_t m;
static int x;
static void *work(void *argument)
{
    if (argument)
        later();
    int none = pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    int again = pthread_mutex_lock(&m);
    int seen = x;
    GAP x = seen + 1;
    assert(none == EPERM && again == 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    run(work, work);
    assert(x == 2);
    return 0;
}
