// expect: violation
// kinds: assertion
// CTP figure 11: whether both threads take the same branch decides. One execution has one side of each, so
// that only the encoding of branches (CTP 8) sees the failure from an execution that passes.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *foo(void *argument)
{
    int a = y;
    if (a == 0) {
        x = 1;
        a = x + 1;
        x = a;
    } else {
        x = 0;
    }
    return argument;
}

static void *bar(void *argument)
{
    int b = x;
    if (b == 0) {
        y = 1;
        b = y + 1;
        y = b;
    } else {
        y = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, foo, NULL);
    pthread_create(&t2, NULL, bar, NULL);
    pthread_join(t2, NULL);
    pthread_join(t1, NULL);
    assert(x != y); // <- violation
    return 0;
}
