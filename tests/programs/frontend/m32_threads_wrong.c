// clang: -m32
// expect: violation
// kinds: assertion
// A 64-bit counter is two words here, each read and written by itself. Declared by hand: see m32_right.c.
extern void __VERIFIER_assert(int);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

static union {
    unsigned long long wide;
    unsigned half[2];
} shared;

static void *worker(void *argument)
{
    shared.half[0] = 1;
    shared.half[1] = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    unsigned low = shared.half[0], high = shared.half[1];
    __VERIFIER_assert(low == high); // <- violation
    pthread_join(t, 0);
    return 0;
}
