// expect: violation
// kinds: deadlock
// The signal is forgotten.
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
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_t t;
    thrd_create(&t, waiter, NULL);
    mtx_lock(&lock);
    ready = 1;
    mtx_unlock(&lock);
    thrd_join(t, NULL);
    return 0;
}
