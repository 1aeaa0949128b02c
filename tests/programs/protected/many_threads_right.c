// heddle: --property=data-race
// expect: safe
// text: nothing had to be executed
// por: default
// More threads than can be executed. Locks protect what they share, in functions of their own, and after joining all of them main
// is alone.
#include <pthread.h>

enum { THREADS = 10000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static int count, table[4];

static void enter(void)
{
    pthread_mutex_lock(&lock);
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
}

static void *run(void *unused)
{
    enter();
    while (count > 4)
        pthread_cond_wait(&changed, &lock);
    count++;
    leave();
    pthread_rwlock_rdlock(&table_lock);
    int seen = table[1];
    pthread_rwlock_unlock(&table_lock);
    pthread_rwlock_wrlock(&table_lock);
    table[2] = seen;
    pthread_rwlock_unlock(&table_lock);
    return unused;
}

int main(void)
{
    static pthread_t threads[THREADS];
    table[3] = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    enter();
    count--;
    pthread_cond_signal(&changed);
    leave();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return count + table[2];
}
