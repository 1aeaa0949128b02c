// expect: violation
// kinds: assertion
// With the read before the write, both may see nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1;

static void *worker(void *argument)
{
    r1 = y;
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int r2 = x;
    y = 1;
    pthread_join(t, NULL);
    assert(r1 || r2); // <- violation
    return 0;
}
