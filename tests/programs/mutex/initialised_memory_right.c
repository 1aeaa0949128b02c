// expect: safe
// case: HOW=1 none default
// case: HOW=2 none default
// case: HOW=3 none default
// What memory holds when a lock is initialised in it may look like a lock that is held.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

union node {
    int data[14];
    pthread_mutex_t mutex;
    pthread_rwlock_t lock;
};

int main(void)
{
    union node *n = malloc(sizeof *n);
    for (int i = 0; i < 14; i++)
        n->data[i] = 1;
#if HOW == 2
    union node *copy = malloc(sizeof *copy); // of a mutex that is held
    pthread_mutex_init(&copy->mutex, NULL);
    pthread_mutex_lock(&copy->mutex);
    memcpy(n, copy, sizeof *n);
#endif
#if HOW == 3
    n->data[2] = 0;
    n->data[0] = 0;
    pthread_rwlock_init(&n->lock, NULL);
    pthread_rwlock_wrlock(&n->lock);
    pthread_rwlock_unlock(&n->lock);
#else
    pthread_mutex_init(&n->mutex, NULL);
    pthread_mutex_lock(&n->mutex);
    pthread_mutex_unlock(&n->mutex);
    pthread_mutex_destroy(&n->mutex);
#endif
}
