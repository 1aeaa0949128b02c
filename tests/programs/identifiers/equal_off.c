// heddle: --reuse=off
// expect: safe
// executions: none=1 default=1
// As equal_wrong.c.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, work, NULL);
    assert(!pthread_equal(first, second));
    pthread_join(second, NULL);
}
