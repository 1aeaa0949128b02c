// A lock whose address matters, for `memory`, and which another thread has destroyed stops its thread, also where `lock` is not
// asked for: the other order is the one in which the assertion fails.
// heddle: --all
// expect: violation
// case: --property=assertion,memory none classic source optimal default
// case: --property=assertion,memory --slice=dynamic default
// case: SPIN=1 --property=assertion,memory none classic source optimal default
// case: SPIN=1 --property=assertion,memory --slice=dynamic default
// kinds: assertion
#include <assert.h>
#include <pthread.h>

#ifdef SPIN
static pthread_spinlock_t lock;
#define LOCK() pthread_spin_lock(&lock)
#define DESTROY() pthread_spin_destroy(&lock)
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define DESTROY() pthread_mutex_destroy(&lock)
#endif

static void *run(void *argument)
{
    LOCK();
    assert(0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t thread;
#ifdef SPIN
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
#endif
    pthread_create(&thread, NULL, run, NULL);
    DESTROY();
    return 0;
}
