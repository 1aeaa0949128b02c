// expect: violation
// kinds: arithmetic
// heddle: --prune=on
// A division of integers of more than 64 bits fails although nobody looks at its result: what was explored with one divisor
// says nothing of another.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int divisor = 2, other;

static void *doubles(void *argument)
{
    __VERIFIER_atomic_begin();
    divisor *= 2;
    __VERIFIER_atomic_end();
    return argument;
}

static void *less(void *argument)
{
    __VERIFIER_atomic_begin();
    divisor -= 2;
    __VERIFIER_atomic_end();
    return argument;
}

static void *counts(void *argument)
{
    other++;
    return argument;
}

int main(void)
{
    pthread_t u, v, w;
    pthread_create(&u, NULL, doubles, NULL);
    pthread_create(&v, NULL, less, NULL);
    pthread_create(&w, NULL, counts, NULL);
    pthread_join(u, NULL);
    pthread_join(v, NULL);
    int n = other;
    __int128 quotient = (__int128)100 / (__int128)divisor; // <- violation
    (void)quotient;
    (void)n;
    pthread_join(w, NULL);
    return 0;
}
