// options: --property=leak
// Two threads set a default name for a thing that has none; one of the two names is lost. The name comes from a function of the C library.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct thing {
    pthread_mutex_t lock;
    char *name;
};
static struct thing *thing;

static void *set_default_name(void *argument)
{
    pthread_mutex_lock(&thing->lock);
    char *name = thing->name;
#ifndef FIXED
    pthread_mutex_unlock(&thing->lock);
#endif
    if (!name) {
        char *copy = strdup(argument);
#ifndef FIXED
        pthread_mutex_lock(&thing->lock);
#endif
        thing->name = copy;
#ifndef FIXED
        pthread_mutex_unlock(&thing->lock);
#endif
    }
#ifdef FIXED
    pthread_mutex_unlock(&thing->lock);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    thing = calloc(1, sizeof *thing);
    pthread_mutex_init(&thing->lock, NULL);
    pthread_create(&threads[0], NULL, set_default_name, "a name of twenty-three");
    pthread_create(&threads[1], NULL, set_default_name, "another one");
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0; // the thing itself, and its name, are reached from a variable
}
