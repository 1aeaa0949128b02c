// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: partly source optimal
// The pending reversals of a summary that cuts in part go up with what is explored in its place. The failure takes `add`'s load before all
// writes of `look`, and its store between the two reads that are compared: below a state that was cut in part, the store is
// known from the summary alone.
#include <assert.h>
#include <pthread.h>

static long x = 1;
static int first, second;

static void *add(void *argument)
{
    long seen = x;
    x = seen ^ 3;
    return argument;
}

static void *look(void *argument)
{
    x = -1;
    x = 3;
    first = (int)x;
    second = (int)x;
    int third = (int)x;
    (void)third;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    assert(first * 5 + second != 17); // <- violation
    return 0;
}
