// heddle: --property=assertion
// expect: violation
// kinds: assertion
// case: --seed=1 random
// case: --seed=2 random
// case: --seed=3 random
// Eight threads take an input each and end the program, or the execution, where it is out of range. One walk in many thousands
// would draw the right sides of all these branches; a walk that comes to a wrong one takes the other side.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 8, SLOTS = 4 };

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int holds);

static int slots[SLOTS], passed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pass(void *argument)
{
    int slot = __VERIFIER_nondet_int();
    if (slot < 0)
        abort();
    if (slot >= SLOTS)
        abort();
    __VERIFIER_assume(slot != 1 && slot != 2);
    pthread_mutex_lock(&lock);
    slots[slot]++;
    assert(++passed < THREADS); // <- violation
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, pass, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
