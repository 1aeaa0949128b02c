// expect: violation
// kinds: assertion
// A branch on an input after a lock, in the same transition, gave the lock's permission back: the write after the branch was
// executed together with the lock, and nothing could come between the two.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *argument)
{
    int n = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (n > 3)
        x = 1;
    else
        x = 2;
    pthread_mutex_unlock(&m);
    return argument;
}

int main(void)
{
    pthread_t w;
    pthread_create(&w, NULL, worker, NULL);
    if (pthread_mutex_trylock(&m) != 0)
        assert(x != 0); // <- violation
    else
        pthread_mutex_unlock(&m);
    pthread_join(w, NULL);
    return 0;
}
