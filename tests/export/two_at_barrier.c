// Semaphores, a barrier, a read-write lock and C11 threads: the last place is given to two.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>

static pthread_barrier_t start;
static pthread_rwlock_t rooms = PTHREAD_RWLOCK_INITIALIZER;
static sem_t done;
static atomic_int asked;
static int places = 1;

static int book(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&start);
    atomic_fetch_add(&asked, 1);
#ifdef FIXED
    pthread_rwlock_wrlock(&rooms);
    if (places > 0)
        places--;
#else
    pthread_rwlock_rdlock(&rooms);
    int there = places > 0;
    pthread_rwlock_unlock(&rooms);
    pthread_rwlock_wrlock(&rooms);
    if (there)
        places--;
#endif
    pthread_rwlock_unlock(&rooms);
    sem_post(&done);
    return 0;
}

int main(void)
{
    thrd_t guests[2];
    pthread_barrier_init(&start, NULL, 2);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 2; i++)
        thrd_create(&guests[i], book, NULL);
    for (int i = 0; i < 2; i++)
        sem_wait(&done);
    pthread_rwlock_rdlock(&rooms);
    assert(places >= 0);
    pthread_rwlock_unlock(&rooms);
    for (int i = 0; i < 2; i++)
        thrd_join(guests[i], NULL);
    return 0;
}
