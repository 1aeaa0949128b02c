// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: strengthen none classic source optimal default
// docs/design.md 7.7: as in addresses.c, but safe because k is at most 0. No other state has to be like that one.
#include <assert.h>
#include <pthread.h>

static int x, w;

static void *changer(void *argument)
{
    x = 1;
    return argument;
}

static void *writer(void *argument)
{
    w = 1;
    return argument;
}

int main(void)
{
    pthread_t b, c;
    pthread_create(&b, NULL, changer, NULL);
    pthread_create(&c, NULL, writer, NULL);
    int k = x;
    pthread_join(b, NULL);
    int late = w;
    assert(k <= 0 || late); // <- violation
    pthread_join(c, NULL);
    return 0;
}
