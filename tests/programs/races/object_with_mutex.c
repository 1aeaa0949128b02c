// The last to release an object destroys the mutex inside and frees it.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t mutex;
    int references, value;
};

static void *user(void *argument)
{
    struct object *object = argument;
    pthread_mutex_lock(&object->mutex);
    object->value++;
    int last = --object->references == 0;
    pthread_mutex_unlock(&object->mutex);
    if (last) {
        pthread_mutex_destroy(&object->mutex);
        free(object);
    }
    return NULL;
}

int main(void)
{
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->mutex, NULL);
    object->references = 3;
    object->value = 0;
    pthread_t one, two;
    pthread_create(&one, NULL, user, object);
    pthread_create(&two, NULL, user, object);
    user(object);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
