// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: flow none classic
// docs/design.md 7.6: what main does from its look at v on is safe with k = 0 or h = 0, and is explored with both 0 first. With h = 1
// and k = 0 all of it is cut: main before its store to w is safe because k is 0, which only the summaries that cut say.
#include <assert.h>
#include <pthread.h>

static int x, g, w, v;

static void *change_x(void *argument)
{
    x = 1;
    return argument;
}

static void *change_g(void *argument)
{
    g = 1;
    return argument;
}

static void *writer(void *argument)
{
    w = 2;
    v = 1;
    return argument;
}

int main(void)
{
    pthread_t b, c, d;
    pthread_create(&b, NULL, change_x, NULL);
    pthread_create(&d, NULL, change_g, NULL);
    pthread_create(&c, NULL, writer, NULL);
    int k = x, h = g;
    pthread_join(b, NULL);
    pthread_join(d, NULL);
    if (h)
        w = 1;
    int late = v;
    assert(late || k <= 0 || !h); // <- violation
    pthread_join(c, NULL);
    return 0;
}
