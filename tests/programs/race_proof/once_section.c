// A function that is an atomic section where it is called is none where pthread_once calls it.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 17
// message: data race on x
// rule: proof-entered default
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void __VERIFIER_atomic_add(void)
{
    x++;
}

static void *run(void *argument)
{
    pthread_once(&once, __VERIFIER_atomic_add);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}
