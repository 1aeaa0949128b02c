// expect: violation
// kinds: arithmetic assertion
// heddle: --prune=on --all
// rule: cuts none classic source optimal default
// docs/design.md 7.3: main stands before its look at w twice. First it fails whatever it does, as k is 0. A walk back from there finds
// that k has to be other than 0: the precondition of something that was not executed.
#include <assert.h>
#include <pthread.h>

static unsigned x, w;

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
    unsigned k = x;
    pthread_join(b, NULL);
    unsigned late = w;
    unsigned quotient = 8 / k;     // <- violation
    assert(late || quotient != 8); // <- violation
    pthread_join(c, NULL);
    return 0;
}
