// Two threads count without a lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, unrelated;

static void *count(void *unused)
{
#ifdef EDITED
    for (int i = 0; i < 3; i++)
        unrelated += i;
#endif
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    counter++;
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    (void)lock, (void)unrelated;
    return 0;
}
