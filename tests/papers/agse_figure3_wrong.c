// expect: violation
// kinds: assertion
// The last variable starts at 0, which the assertion forbids.
#include <assert.h>
#include <pthread.h>

static int x, y, z;

static void *write_ten(void *argument)
{
    *(int *)argument = 10;
    return NULL;
}

static void segment(int *variable)
{
    pthread_t t;
    pthread_create(&t, NULL, write_ten, variable);
    int a = *variable;
    assert(a > 0); // <- violation
    pthread_join(t, NULL);
}

int main(void)
{
    x = y = 1;
    segment(&x);
    segment(&y);
    segment(&z);
    return 0;
}
