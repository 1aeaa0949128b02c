// heddle: --property=assertion,memory,leak
// expect: safe
// Whoever drops the last reference frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int value;
};

static void drop(struct object *o)
{
    if (atomic_fetch_sub(&o->references, 1) == 1)
        free(o);
}

static void *worker(void *argument)
{
    struct object *o = argument;
    o->value = 2;
    drop(o);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    o->references = 2;
    pthread_t t;
    pthread_create(&t, NULL, worker, o);
    drop(o);
    pthread_join(t, NULL);
    return 0;
}
