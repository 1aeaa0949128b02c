// expect: violation
// kinds: assertion
// Where the writer has written, main's section goes first in a reversal, and the reader's in another one, which does not
// depend on it and so counted as explored below it. But main stops all others there, for ever, since nothing was written.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument)
{
    x ^= 1;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x != 1);
    __VERIFIER_atomic_end();
    return argument;
}

static void *reader(void *argument)
{
    if (pthread_mutex_trylock(&mutex) == 0)
        x |= 2;
    return argument;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x == 1);
    __VERIFIER_atomic_end();
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(x != 2);
    return 0;
}
