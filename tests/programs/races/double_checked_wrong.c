// Double-checked locking with relaxed accesses.
// heddle: --property=data-race --all
// expect: violation
// kinds: data-race
// message: data race on block of 4 bytes.*holding mutex m
#include <pthread.h>
#include <stdatomic.h>

#include <stdlib.h>
int *_Atomic instance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int *get(void)
{
    int *p = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!p) {
        pthread_mutex_lock(&m);
        p = atomic_load_explicit(&instance, memory_order_relaxed);
        if (!p) {
            p = malloc(sizeof *p);
            *p = 42;
            atomic_store_explicit(&instance, p, memory_order_relaxed);
        }
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *first(void *argument)
{
    (void)*(volatile int *)get();
    return argument;
}

static void *second(void *argument)
{
    (void)*(volatile int *)get();
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
