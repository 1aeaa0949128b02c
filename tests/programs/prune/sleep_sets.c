// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: sleep-sets source optimal
// docs/design.md 7.5: a state in which a thread sleeps is not explored with that thread first. A summary made there says nothing of it.
#include <assert.h>
#include <pthread.h>

static int x, seen;

static void *reader(void *argument)
{
    x = 2;
    seen = x;
    return argument;
}

static void *adder(void *argument)
{
    x += 2;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, adder, NULL);
    x = 1;
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    assert(!(seen == 1 && x == 4)); // <- violation
    return 0;
}
