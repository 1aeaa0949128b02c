// expect: safe
// executions: none=2 classic=1 source=1 optimal=1
// The locks of C11.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int x, y;

static int t1(void *argument)
{
    mtx_lock(&lock);
    *(int *)argument += 1;
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, t1, &x);
    thrd_create(&b, t1, &y);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    mtx_destroy(&lock);
    assert(x == 1 && y == 1);
    return 0;
}
