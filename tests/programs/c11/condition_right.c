// expect: safe
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int ready;

static int waiter(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    ready = 2;
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    mtx_init(&lock, mtx_plain);
    assert(cnd_init(&changed) == thrd_success);
    thrd_t t;
    thrd_create(&t, waiter, NULL);
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    thrd_join(t, NULL);
    assert(ready == 2);
    cnd_destroy(&changed);
    return 0;
}
