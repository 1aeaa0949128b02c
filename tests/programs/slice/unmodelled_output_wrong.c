// expect: violation
// kinds: assertion
// case: --property=assertion --all none classic source optimal default
// The first order that is explored ends in output that has no model; another one goes on to the violation.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int flag = 1, done;

static void *look(void *argument)
{
    if (flag)
        printf("%ls\n", L"wide");
    done = 1;
    return argument;
}

static void *clear(void *argument)
{
    flag = 0;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, look, NULL);
    pthread_create(&u, NULL, clear, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!done); // <- violation
    return 0;
}
