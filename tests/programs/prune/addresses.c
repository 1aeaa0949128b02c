// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: addresses none classic source optimal default
// docs/design.md 7.1: main stands before its look at w twice, first with k = 0. What it then does is safe because table[0] is 0,
// and because k is 0.
#include <assert.h>
#include <pthread.h>

static const int table[2] = {0, 1};
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
    assert(late || table[k] == 0); // <- violation
    pthread_join(c, NULL);
    return 0;
}
