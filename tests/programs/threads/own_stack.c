// expect: inconclusive
// por: none default
// message: a thread on a stack that the program gives it \(pthread_attr_setstack\)
// Its variables lie in the memory that it was given.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static _Alignas(4096) char stack[1 << 16];

static void *thread(void *argument)
{
    char local = 0;
    assert((uintptr_t)&local - (uintptr_t)stack < sizeof stack);
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t t;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    pthread_create(&t, &attributes, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
