// bluetooth: a driver that is stopped while requests come. A request counts itself among the pending ones, where stopping
// itself counts as one, and who brings the number to zero reports that nothing is under way; stopping waits for that.
// But a request looks at the stopping flag before it counts itself, not after. The claim: no request, of REQUESTS, works
// on a driver that has been stopped. Violated.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int pending = 1;
static atomic_bool stopping, idle, stopped;

static bool enter(void)
{
    if (stopping)
        return false;
    atomic_fetch_add(&pending, 1);
    return true;
}

static void leave(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1)
        idle = true;
}

static void *request(void *argument)
{
    for (int k = 0; k < REQUESTS && enter(); k++) {
        assert(!stopped);
        leave();
    }
    return argument;
}

static void *stop(void *argument)
{
    stopping = true;
    leave();
    while (!idle)
        ;
    stopped = true;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, request, NULL);
    pthread_create(&second, NULL, stop, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
