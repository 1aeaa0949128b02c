// expect: violation
// kinds: memory
// text: ^  main freed the block at step 5, before main\.2 used it$
// The lock goes with the object that it protects, while the other thread may still want it.
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
};

static void *worker(void *argument)
{
    struct object *o = argument;
    pthread_mutex_lock(&o->lock); // <- violation
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_t t;
    pthread_create(&t, NULL, worker, o);
    pthread_mutex_lock(&o->lock);
    pthread_mutex_unlock(&o->lock);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, worker, o);
    free(o);
    pthread_detach(t);
    return 0;
}
