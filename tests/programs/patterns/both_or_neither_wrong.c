// expect: violation
// kinds: assertion
// Two variables that belong together, written one after the other without a lock.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *setter(void *argument)
{
    a = 1;
    b = -1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    int x = a, y = b;
    assert((x == 0 && y == 0) || (x == 1 && y == -1)); // <- violation
    pthread_join(t, NULL);
    return 0;
}
