// expect: violation
// kinds: assertion
// heddle: --prune=on --property=assertion
// rule: enabled none classic source optimal default
// docs/design.md 7.2: main stands before its store to w twice, first with the mutex locked for ever: the waiter does nothing then.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, w;

static void *changer(void *argument)
{
    x = 1;
    return argument;
}

static void *writer(void *argument)
{
    w = 1;
    return argument;
}

static void *waiter(void *argument)
{
    pthread_mutex_lock(&m);
    assert(w); // <- violation
    return argument;
}

int main(void)
{
    pthread_t b, c, d;
    pthread_create(&b, NULL, changer, NULL);
    pthread_create(&c, NULL, writer, NULL);
    if (x == 0)
        pthread_mutex_lock(&m);
    pthread_join(b, NULL);
    pthread_create(&d, NULL, waiter, NULL);
    w = 2;
    pthread_join(c, NULL);
    return 0;
}
