// expect: safe
// heddle: --independence=none
// case: READERS=1 none=2 classic=2 source=2 optimal=2
// case: READERS=2 none=142 source=10 optimal=10
// case: READERS=3 none=69720 source=96 optimal=96
// case: READERS=4 source=1536 optimal=1536
// One writer and READERS readers of a lock, each once. Two readers' takings of the lock do not conflict, all other
// operations on it do (src/machine/native_rwlock.c). For two readers: both are through one after the other, in either
// order, and the writer is first, last or between them: 6. Or both are inside together: either leaves first, and the
// writer is first or last: 4. In general: the sequences of R takings and their R leavings where neighbouring takings can
// change places, each as often as there are moments with nobody inside: 2, 10, 96, 1536.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *put(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    first = 1;
    second = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *get(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(first == second);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t writer, readers[READERS];
    pthread_create(&writer, NULL, put, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, get, NULL);
    pthread_join(writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    return 0;
}
