// The variables of a thread on a stack of the program's own lie in memory that others access, whatever the text says.
// heddle: --property=data-race
// expect: inconclusive
// message: pthread_attr_setstack
// rule: proof-obstacles default
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static _Alignas(4096) char stack[1 << 16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *a)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setstack(&a, stack, sizeof stack);
    pthread_create(&t, &a, work, NULL);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return stack[sizeof stack - 100];
}
