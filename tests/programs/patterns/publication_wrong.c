// expect: violation
// kinds: assertion
// Published while it is being filled: from there on the other thread can reach it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int width, height;
};

static struct config *current;

static void *publisher(void *argument)
{
    struct config *c = calloc(1, sizeof *c);
    c->width = 3;
    current = c;
    c->height = 4;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, publisher, NULL);
    struct config *c = current;
    if (c)
        assert(c->width * c->height == 12); // <- violation
    pthread_join(t, NULL);
    return 0;
}
