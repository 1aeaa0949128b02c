// expect: violation
// kinds: memory
// Each thread's decrement is atomic, but both may find the count at zero afterwards (or the object gone).
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
};

static void drop(struct object *o)
{
    atomic_fetch_sub(&o->references, 1);
    if (atomic_load(&o->references) == 0) free(o); // <- violation
}

static void *worker(void *argument)
{
    drop(argument);
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
