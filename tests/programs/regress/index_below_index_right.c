// expect: safe
// A store at an index that is known by comparisons with other inputs only (j < k and k < 4) stays within the array, so that
// the locks beside it are what they were.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern void __VERIFIER_assume(int);

static struct {
    int before[4];
    int slots[4];
    pthread_mutex_t mutex[4];
    int after;
} c = {.mutex = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};

static void locked(int which)
{
    pthread_mutex_lock(&c.mutex[which]);
    c.after++;
    pthread_mutex_unlock(&c.mutex[which]);
}

static void *other(void *argument)
{
    locked(3);
    return argument;
}

int main(void)
{
    int j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    size_t at = __VERIFIER_nondet_size_t(), size = __VERIFIER_nondet_size_t(), most = __VERIFIER_nondet_size_t();
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);

    __VERIFIER_assume(j >= 0 && j < k && k < 4); // signed
    c.slots[j] = 1;
    locked(3);
    __VERIFIER_assume(i < n && n <= 4); // unsigned
    c.slots[i] = 2;
    locked(3);
    __VERIFIER_assume(at < size); // a chain, the bound last
    __VERIFIER_assume(size == most);
    __VERIFIER_assume(most <= 4);
    c.slots[at] = 3;
    locked(3);
    int back = __VERIFIER_nondet_int();
    __VERIFIER_assume(back - 1 < j && back > 0); // the index with a displacement
    c.slots[back - 1] = 4;
    locked(3);

    pthread_join(thread, NULL);
    assert(c.after == 5);
    assert(c.before[3] == 0);
    return 0;
}
