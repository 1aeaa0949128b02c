// expect: inconclusive
// message: waiting inside an atomic section
// A section that holds nothing, of a lock that is taken inside an atomic section as well: waiting there tells that it is
// held.
// case: none classic source optimal default
// case: SPIN=1 none classic source optimal default
// case: --property=assertion default
// case: --property=lock default
// case: --property=memory default
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef SPIN
static pthread_spinlock_t lock;
#define take pthread_spin_lock
#define give pthread_spin_unlock
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define take pthread_mutex_lock
#define give pthread_mutex_unlock
#endif

static void *worker(void *argument)
{
    take(&lock);
    give(&lock);
    return argument;
}

int main(void)
{
    pthread_t t;
#ifdef SPIN
    pthread_spin_init(&lock, 0);
#endif
    pthread_create(&t, NULL, worker, NULL);
    __VERIFIER_atomic_begin();
    take(&lock);
    give(&lock);
    __VERIFIER_atomic_end();
    pthread_join(t, NULL);
    return 0;
}
