// A thread's own value by a key.
// wrong: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#if WRONG == 1
#define BEGIN
#else
#define BEGIN pthread_mutex_lock(&m);
#endif
#if WRONG == 1
#define END
#else
#define END pthread_mutex_unlock(&m);
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

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *argument)
{
    long *own = malloc(sizeof *own);
    *own = 1 + (long)argument;
    pthread_setspecific(key, own);
    if (argument)
        later();
    BEGIN
    int seen = x;
    x = seen + (int)*(long *)pthread_getspecific(key);
    END free(own);
    pthread_setspecific(key, NULL);
    return NULL;
}
int main(void)
{
    pthread_key_create(&key, NULL);
    run(work, work);
    assert(x == 3);
    return 0;
}
