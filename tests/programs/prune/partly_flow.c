// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: partly optimal
// What a summary needs that cuts in part goes up with what is explored in its place: a value of x above that state for which the
// other order does fail.
#include <assert.h>
#include <pthread.h>

static unsigned char x = 2;
static int seen;

static void *add(void *argument)
{
    x = (unsigned char)(x + 1);
    x |= 2;
    seen = x;
    return argument;
}

static void *flip(void *argument)
{
    x ^= 2;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, flip, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen != 0); // <- violation
    return 0;
}
