// A function that is an atomic section where it is called is none as a start routine.
// heddle: --property=data-race
// expect: violation
// kinds: data-race
// line: 16
// message: data race on x
// rule: proof-entered default
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *__VERIFIER_atomic_add(void *argument)
{
    x++;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, __VERIFIER_atomic_add, NULL);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}
