// expect: safe
// case: WIDE=__int128 optimal default
// Several accesses under a lock are not seen in the middle; atomic ones are one access.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static WIDE value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(long long) atomic;

static void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    value = -1;
    pthread_mutex_unlock(&lock);
    atomic = -1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    WIDE seen = value;
    pthread_mutex_unlock(&lock);
    long long other = atomic;
    pthread_join(thread, NULL);
    assert((seen == 0 || seen == -1) && (other == 0 || other == -1));
    return 0;
}
