// A reference count without the acquire fence: releasing races with the uses of the other thread.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on references of block of 12 bytes.*free of 12 bytes
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
