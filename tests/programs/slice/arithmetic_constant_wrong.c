// expect: violation
// kinds: arithmetic
// heddle: --property=arithmetic
// clang: -Wno-division-by-zero
// A remainder by the constant 0, of which nothing is used, behind a flag that another thread sets for a
// while.
#include <pthread.h>

static volatile int flag;
static volatile long kept, number = 3;

static void *set(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *divide(void *argument)
{
    if (flag)
        kept = number % 0; // <- violation
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, divide, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
