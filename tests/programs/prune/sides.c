// expect: violation
// kinds: assertion
// heddle: --prune=on
// docs/design.md 7.1: what a switch does with an input is decided by the side of a branch: the summary needs what the
// branch compared (limit), although no condition of either side is about it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int limit = 1, other, seen;

static void *doubles(void *argument)
{
    __VERIFIER_atomic_begin();
    limit *= 2;
    __VERIFIER_atomic_end();
    return argument;
}

static void *adds(void *argument)
{
    __VERIFIER_atomic_begin();
    limit += 1;
    __VERIFIER_atomic_end();
    return argument;
}

static void *counts(void *argument)
{
    other++;
    return argument;
}

static void *reader(void *argument)
{
    int k = __VERIFIER_nondet_int();
    if (k == limit)
        switch (k) {
        case 3: seen = 1; break;
        case 4: assert(0); // <- violation
        }
    return argument;
}

int main(void)
{
    pthread_t t, u, v, w;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, doubles, NULL);
    pthread_create(&v, NULL, adds, NULL);
    pthread_create(&w, NULL, counts, NULL);
    pthread_exit(NULL);
}
