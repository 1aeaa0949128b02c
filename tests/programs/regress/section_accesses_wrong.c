// expect: violation
// kinds: assertion
// What main's section accesses depends on what it reads. Executed first it reads `x` and sleeps from then on; in the sequence
// that reverses its race with `count` it does not. That the two could change places must not be concluded from the sequence.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static signed char x = 1;
static int y, z = 1;
static int *p = &y;

static int __VERIFIER_atomic_add(int k)
{
    z += k;
    return y += z;
}

static void *change(void *argument)
{
    x -= 255;
    return argument;
}

static void *count(void *argument)
{
    __VERIFIER_atomic_add(1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, change, NULL);
    __VERIFIER_atomic_begin();
    if (*p == 0) {
        int seen = x;
        assert(seen == 1); // <- violation
    }
    __VERIFIER_atomic_end();
    return 0;
}
