// A reference count with relaxed increments, release decrements and an acquire fence before the end.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int values[2];
};

struct use {
    struct object *object;
    int which;
};

static void release(struct object *object)
{
    if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(object);
    }
}

static void *user(void *argument)
{
    const struct use *use = argument;
    use->object->values[use->which] = 1;
    release(use->object);
    return NULL;
}

int main(void)
{
    struct object *object = calloc(1, sizeof *object);
    struct use uses[] = {{object, 0}, {object, 1}};
    atomic_store_explicit(&object->references, 2, memory_order_relaxed);
    pthread_t one, two;
    pthread_create(&one, NULL, user, &uses[0]);
    pthread_create(&two, NULL, user, &uses[1]);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
