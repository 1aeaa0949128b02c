// art-example: the paper does not say what it was; this is the example that abstract reachability trees are usually drawn
// for (lazy abstraction), with two threads. Each takes the lock, notes a version, and, where there is work (an input of
// at most WORK), makes a new version and releases the lock; it comes round until the version is the one it noted, and only
// then releases the lock at the end. The claim: nobody takes the lock twice or releases what it does not hold. Safe.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int version;
static int work[2];

static void *update(void *argument)
{
    int me = (int)(intptr_t)argument, left = work[me], old;
    bool holding = false;
    do {
        assert(!holding);
        pthread_mutex_lock(&lock);
        holding = true;
        old = version;
        if (left-- > 0) {
            version = old + 1;
            pthread_mutex_unlock(&lock);
            holding = false;
        }
    } while (version != old);
    assert(holding);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    heddle_symbolic(work, sizeof work, "work");
    for (int k = 0; k < 2; k++)
        heddle_assume((work[k] >= 0) & (work[k] <= WORK));
    pthread_create(&first, NULL, update, (void *)0);
    pthread_create(&second, NULL, update, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
