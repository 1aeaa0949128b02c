// expect: violation
// kinds: assertion
// The program behind obligation 4 of docs/design.md 7 (AGSE 5.2): only run 6 of figure 2 (both reads before both writes) fails.
#include <assert.h>
#include <pthread.h>

static int x = 5;

static void *t1(void *argument)
{
    x = 10;
    x = 20;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    int a = x;
    int b = x;
    assert(!(a == 5 && b == 5)); // <- violation
    pthread_join(t, NULL);
    return 0;
}
