// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: overlaps none classic source optimal default
// docs/design.md 7.1: as in addresses.c, but safe because the word is at most 0 in the end, one byte of which k has become before.
#include <assert.h>
#include <pthread.h>

static union {
    int word;
    unsigned char byte[4];
} u;
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
    u.byte[1] = (unsigned char)k;
    assert(late || u.word <= 0); // <- violation
    pthread_join(c, NULL);
    return 0;
}
