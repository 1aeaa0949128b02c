// expect: safe
#include <assert.h>
#include <pthread.h>

static void f(void) {}
static void g(void) {}

static void (*seen)(void);

static void *worker(void *argument)
{
    seen = f;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(seen == f && seen != g && seen);
    return 0;
}
