// expect: safe
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static tss_t key;
static int released;

static void release(void *value)
{
    released = *(int *)value;
}

static int worker(void *argument)
{
    assert(tss_get(key) == NULL);
    tss_set(key, argument);
    assert(tss_get(key) == argument);
    thrd_exit(3);
}

int main(void)
{
    static int value = 9;
    thrd_t t;
    int result;
    assert(tss_create(&key, release) == thrd_success);
    thrd_create(&t, worker, &value);
    thrd_join(t, &result);
    assert(result == 3 && released == 9);
    assert(tss_get(key) == NULL);
    tss_delete(key);
    return 0;
}
