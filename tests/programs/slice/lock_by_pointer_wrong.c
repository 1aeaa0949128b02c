// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread keeps for ever a lock that it took through a pointer, so that the other one comes to the assertion only
// where it is first.
#include <assert.h>
#include <pthread.h>

static int (*take)(pthread_mutex_t *) = pthread_mutex_lock;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written;

static void *keep(void *argument)
{
    take(&lock);
    return argument;
}

static void *work(void *argument)
{
    take(&lock);
    written = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, keep, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(u, NULL);
    assert(!written); // <- violation
    return 0;
}
