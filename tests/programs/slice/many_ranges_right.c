// expect: safe
// So many different ranges of one object are read and written that the graph of dependences has one node for all of them:
// still what is read depends on what the other thread writes.
// por: classic source optimal default
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define WRITES 0
#define EACH8(X, n) X(n) X(n + 1) X(n + 2) X(n + 3) X(n + 4) X(n + 5) X(n + 6) X(n + 7)
#define EACH64(X, n) EACH8(X, n) EACH8(X, n + 8) EACH8(X, n + 16) EACH8(X, n + 24) EACH8(X, n + 32) EACH8(X, n + 40) EACH8(X, n + 48) EACH8(X, n + 56)
#define EACH(X) EACH64(X, 1) EACH64(X, 65) EACH64(X, 129) EACH64(X, 193)
#define TAKE(n) if (size == (n)) memcpy(own, shared + at, n);
#define PUT(n) if (size == (n)) memcpy(shared + at, other, n);

static unsigned char shared[1024], own[512], other[512];
static volatile int size = 7, at = 1;

static void *put(void *unused)
{
    (void)unused;
    other[0] = WRITES;
    EACH(PUT)
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, put, NULL);
    EACH(TAKE)
    assert(own[0] == 0);
    pthread_join(thread, NULL);
    return 0;
}
