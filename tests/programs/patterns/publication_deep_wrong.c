// expect: violation
// kinds: assertion
// What hangs on a published object is published with it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct leaf {
    int value;
};
struct root {
    struct leaf *leaf;
};

static struct root *current;

static void *publisher(void *argument)
{
    struct leaf *l = calloc(1, sizeof *l);
    struct root *r = malloc(sizeof *r);
    r->leaf = l;
    current = r;
    l->value = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, publisher, NULL);
    if (current)
        assert(current->leaf->value == 1); // <- violation
    pthread_join(t, NULL);
    return 0;
}
