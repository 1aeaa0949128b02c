// expect: safe
// executions: none=6 classic=6 source=6 optimal=6
// A thread may end with the lock, wherever it is: exactly one of the others is told, repairs what is protected and goes on.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int left, right, told; // left and right are equal but in critical sections

static void *worker(void *dies)
{
    int result = pthread_mutex_lock(&lock);
    if (result == EOWNERDEAD) {
        right = left;
        told++;
        assert(pthread_mutex_consistent(&lock) == 0);
    } else {
        assert(result == 0);
    }
    assert(left == right);
    left++;
    if (dies)
        pthread_exit(NULL);
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
        pthread_create(&t[k], NULL, worker, (void *)(long)(k == 1));
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    assert(told <= 1 && left == 3 && right == 3 - (told == 0));
    return 0;
}
