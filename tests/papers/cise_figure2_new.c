// expect: violation
// kinds: assertion
// CISE figure 2, new version: x = 5 breaks thread 1's assertion.
#include <assert.h>
#include <pthread.h>

static int x = 15, y = 5;

static void *t1(void *argument)
{
    int a = x;
    y = 10;
    assert(a >= 10); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    x = 5; // modified
    int b = y;
    assert(b >= 5);
    pthread_join(t, NULL);
    return 0;
}
