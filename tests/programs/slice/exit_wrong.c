// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A thread ends the program in one order; in the other one it writes what another one asserts.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int flag, value;

static void *t1(void *argument)
{
    flag = 1;
    assert(value == 0); // <- violation
    return argument;
}

static void *t2(void *argument)
{
    if (flag)
        exit(0);
    value = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
