// expect: violation
// kinds: assertion
// A lock that knows its owner by the handle: the owner ends without giving it back, and the next thread, which has its handle,
// takes it for its own.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_t owner;
static bool owned;

static bool take(void)
{
    if (owned)
        return pthread_equal(owner, pthread_self());
    owned = true;
    owner = pthread_self();
    return true;
}

static void *first(void *argument)
{
    take();
    return argument;
}

static void *second(void *argument)
{
    assert(!take()); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
}
