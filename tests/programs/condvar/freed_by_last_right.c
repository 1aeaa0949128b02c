// heddle: --property=assertion,deadlock,lock,memory,data-race,leak
// expect: safe
// A condition variable is freed without having been destroyed, by the last of those who have returned from waiting on it.
#include <pthread.h>
#include <stdlib.h>

struct gate {
    pthread_cond_t opened;
    int users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *first, *second;
static int open;

static void pass(struct gate *gate, int destroyed)
{
    pthread_mutex_lock(&lock);
    while (!open)
        pthread_cond_wait(&gate->opened, &lock);
    if (!destroyed && --gate->users == 0)
        free(gate);
    pthread_mutex_unlock(&lock);
}

static void *waiter(void *argument)
{
    pass(argument, argument == first);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    first = calloc(1, sizeof *first);
    second = calloc(1, sizeof *second);
    pthread_cond_init(&first->opened, NULL);
    pthread_cond_init(&second->opened, NULL);
    second->users = 2;
    pthread_create(&threads[0], NULL, waiter, first);
    pthread_create(&threads[1], NULL, waiter, second);
    pthread_create(&threads[2], NULL, waiter, second);
    pthread_mutex_lock(&lock);
    open = 1;
    pthread_cond_broadcast(&first->opened);
    pthread_cond_broadcast(&second->opened);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&first->opened);
    free(first);
    return 0;
}
