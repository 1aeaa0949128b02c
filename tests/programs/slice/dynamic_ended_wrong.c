// expect: violation
// kinds: assertion
// heddle: --property=assertion
// case: --slice=off optimal
// case: --slice=on default
// case: --slice=dynamic default
// A store through a published pointer fails in the order explored first, since the variable is gone by then.
// In another order it decides the assertion.
#include <assert.h>
#include <pthread.h>
static int *_Atomic published;
static void *t1(void *a)
{
    int own = 0;
    published = &own;
    assert(own == 0); // <- violation
    return a;
}
static void *t2(void *a)
{
    int *other = published;
    if (other)
        *other = 1;
    return a;
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
