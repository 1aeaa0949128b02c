// expect: violation
// kinds: assertion
// The thread that main joined has left one of its own behind.
#include <assert.h>
#include <pthread.h>

static int x;

static void *grandchild(void *argument)
{
    assert(x != 1); // <- violation
    return argument;
}

static void *child(void *argument)
{
    pthread_t t;
    pthread_create(&t, NULL, grandchild, NULL);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    x = 1;
    x = 2;
    return 0;
}
