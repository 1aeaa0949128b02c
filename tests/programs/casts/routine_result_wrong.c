// expect: violation
// kinds: assertion
// A routine that returns an `int`: what the upper half of the pointer becomes, nothing says.
#include <assert.h>
#include <pthread.h>

static int work(void *unused)
{
    (void)unused;
    return -1;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, (void *(*)(void *))work, 0);
    pthread_join(thread, &result);
    assert(result == (void *)-1);
    return 0;
}
