// expect: safe
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assert(int);

static int a, b; // always equal outside of atomic sections

static void *move_both(void *argument)
{
    __VERIFIER_atomic_begin();
    a++;
    b++;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, move_both, NULL);
    __VERIFIER_atomic_begin();
    int x = a, y = b;
    __VERIFIER_atomic_end();
    __VERIFIER_assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
