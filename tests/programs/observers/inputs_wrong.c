// expect: violation
// kinds: assertion
// What was written depends on inputs, and which write was the last decides about the assertion.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x;

static void *t1(void *argument)
{
    int a;
    heddle_symbolic(&a, sizeof a, "a");
    x = a;
    return argument;
}

static void *t2(void *argument)
{
    int b;
    heddle_symbolic(&b, sizeof b, "b");
    heddle_assume(b > 100);
    x = b;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (x <= 100)
        return 0;
    assert(x != 77777); // <- violation
    return 0;
}
