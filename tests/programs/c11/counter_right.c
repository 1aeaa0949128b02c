// expect: safe
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int worker(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    counter++;
    mtx_unlock(&lock);
    return -7;
}

int main(void)
{
    thrd_t t;
    int result;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(thrd_create(&t, worker, NULL) == thrd_success);
    worker(NULL);
    assert(thrd_join(t, &result) == thrd_success);
    assert(result == -7 && counter == 2);
    mtx_destroy(&lock);
    return 0;
}
