// expect: violation
// kinds: memory
// heddle: --all --property=memory
// timeout: 20
// Any function can be the start routine, natives as well: what fails in one stands at no instruction of the program, and its
// witness replays.
#include <pthread.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))(uintptr_t)__VERIFIER_nondet_ulong(), NULL);
    return 0;
}
