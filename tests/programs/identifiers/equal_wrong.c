// expect: violation
// kinds: assertion
// executions: none=2 default=2
// A handle that is kept after the thread was joined equals that of a later thread.
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
    assert(!pthread_equal(first, second)); // <- violation
    pthread_join(second, NULL);
}
