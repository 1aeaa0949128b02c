// expect: violation
// kinds: assertion
// Two readers are inside at once; writing there loses an update.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    hits++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    reader(NULL);
    pthread_join(t, NULL);
    assert(hits == 2); // <- violation
    return 0;
}
