// expect: violation
// kinds: lock
// One path unlocks twice.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    if (__VERIFIER_nondet_int() == 4)
        pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock); // <- violation
    return 0;
}
