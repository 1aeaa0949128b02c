// expect: violation
// kinds: assertion
// heddle: --property=assertion
// On one way the pointer is an input under a mask in a variable, on the other the address of a variable.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int a, b;
static volatile uintptr_t mask = ~(uintptr_t)0;

static void *writer(void *unused)
{
    uintptr_t number;
    char other;
    heddle_symbolic(&number, sizeof number, "number");
    heddle_symbolic(&other, sizeof other, "other");
    heddle_assume(number == (uintptr_t)&b);
    int *pointer = (int *)(number & mask);
    if (other)
        pointer = &a;
    *pointer = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int first = b;
    assert(first == b); // <- violation
    pthread_join(thread, NULL);
}
