// expect: safe
#include <assert.h>
#include <threads.h>

static thrd_t self;

static int worker(void *argument)
{
    (void)argument;
    self = thrd_current();
    thrd_yield();
    return 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, worker, NULL);
    thrd_join(t, NULL);
    assert(thrd_equal(t, self) && !thrd_equal(t, thrd_current()));
    thrd_create(&t, worker, NULL);
    assert(thrd_detach(t) == thrd_success);
    return 0;
}
