// Who was woken may destroy the condition variable.
// heddle: --property=data-race --all
// expect: safe
#include <pthread.h>
#include <stdlib.h>

struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    int open;
};

static void *opener(void *argument)
{
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->mutex);
    gate->open = 1;
    pthread_cond_broadcast(&gate->condition);
    pthread_mutex_unlock(&gate->mutex);
    return NULL;
}

int main(void)
{
    struct gate *gate = calloc(1, sizeof *gate);
    pthread_t thread;
    pthread_mutex_init(&gate->mutex, NULL);
    pthread_cond_init(&gate->condition, NULL);
    pthread_create(&thread, NULL, opener, gate);
    pthread_mutex_lock(&gate->mutex);
    while (!gate->open)
        pthread_cond_wait(&gate->condition, &gate->mutex);
    pthread_mutex_unlock(&gate->mutex);
    pthread_mutex_destroy(&gate->mutex);
    pthread_cond_destroy(&gate->condition);
    free(gate);
    pthread_join(thread, NULL);
    return 0;
}
