// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static void *deposit(void *argument)
{
    struct account *a = argument;
    pthread_mutex_lock(&a->lock);
    a->balance += 10;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

int main(void)
{
    struct account *a = malloc(sizeof *a);
    assert(pthread_mutex_init(&a->lock, NULL) == 0);
    a->balance = 0;
    pthread_t t;
    pthread_create(&t, NULL, deposit, a);
    deposit(a);
    pthread_join(t, NULL);
    assert(a->balance == 20);
    assert(pthread_mutex_destroy(&a->lock) == 0);
    free(a);
    return 0;
}
