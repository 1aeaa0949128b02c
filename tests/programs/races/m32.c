// 32-bit programs. A long long is two accesses there, and each half races.
// heddle: --property=data-race --all -m32
// expect: violation
// kinds: data-race
// message: data race on wide: write of 4 bytes
#include <pthread.h>
#include <stdatomic.h>

int *_Atomic shared;
long long wide;
static void *first(void *argument)
{
    int local = 1;
    shared = &local;
    wide = 1;
    shared = 0;
    return argument;
}

static void *second(void *argument)
{
    wide = 2;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
