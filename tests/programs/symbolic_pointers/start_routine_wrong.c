// expect: violation
// kinds: memory
// message: the start routine of a thread is a null pointer
// timeout: 10
#include <pthread.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))(uintptr_t)__VERIFIER_nondet_ulong(), NULL); // <- violation
    return 0;
}
