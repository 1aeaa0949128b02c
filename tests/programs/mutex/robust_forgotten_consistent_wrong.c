// expect: violation
// kinds: assertion
// The state is repaired, but not said to be consistent: the next one cannot take the lock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int left, right;

static void *worker(void *dies)
{
    switch (pthread_mutex_lock(&lock)) {
    case EOWNERDEAD: right = left; break;
    case 0: break;
    default: assert(0); // <- violation
    }
    left++;
    if (dies)
        return NULL;
    right++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t t[3];
    for (long k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, worker, (void *)(long)(k == 0));
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
