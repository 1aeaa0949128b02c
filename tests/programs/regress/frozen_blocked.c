// expect: violation
// kinds: assertion
// line: 38
// A thread that stops all others in an atomic section, for ever, while another one waits for a lock: nobody else could go
// on before the section, but the lock raced with that of the thread that waits, which is to get it first.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *argument)
{
    pthread_mutex_lock(&mutex);
    x |= 2;
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *stop_all(void *argument)
{
    pthread_mutex_lock(&mutex);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(x >= 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&b, 0, stop_all, 0);
    pthread_create(&a, 0, set, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    assert(x != 2);
    return 0;
}
