// expect: inconclusive
// message: pthread_exit in a cleanup handler of a thread that ends
// glibc calls the handler again and again, POSIX leaves it undefined.
#include <assert.h>
#include <pthread.h>

static void clean(void *argument)
{
    pthread_exit(argument);
}

static void *worker(void *argument)
{
    pthread_cleanup_push(clean, argument);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
