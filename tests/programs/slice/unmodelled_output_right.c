// expect: safe
// case: --property=assertion default=1
// case: --property=lock default=1
// One order leads to output that has no model. Only the output is missing, and nothing depends on it, so that this order is not
// explored. (Without slices the result is inconclusive.)
#include <pthread.h>
#include <stdio.h>

static int flag;

static void *set(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *look(void *argument)
{
    if (flag)
        printf("%ls\n", L"wide");
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, look, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    return 0;
}
