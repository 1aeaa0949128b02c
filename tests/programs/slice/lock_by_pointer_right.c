// expect: safe
// case: --property=assertion --independence=none source=5 optimal=5 default=5
// case: DIRECT=1 --property=assertion --independence=none optimal=5 default=1
// A lock that matters to nothing, taken through a pointer in a branch that matters to nothing. Both threads take it in two
// orders, or one of them, or none. What a pointer calls is never hidden, so that slices leave nothing out; called by
// its name they leave out all of it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#ifdef DIRECT
#define take pthread_mutex_lock
#define give pthread_mutex_unlock
#else
static int (*take)(pthread_mutex_t *) = pthread_mutex_lock;
static int (*give)(pthread_mutex_t *) = pthread_mutex_unlock;
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int outside;

static void *work(void *argument)
{
    if (__VERIFIER_nondet_int()) {
        take(&lock);
        outside++;
        give(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!__builtin_constant_p(outside));
    return 0;
}
