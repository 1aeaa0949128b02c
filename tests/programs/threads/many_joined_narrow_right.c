// expect: safe
// executions: none=1 source=1 optimal=1 default=1
// por: none source optimal default
// heddle: --property=assertion,data-race
// clang: -m32
// As many_joined_right.c, where addresses are narrow.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *run(void *argument)
{
    sum++;
    return argument;
}

int main(void)
{
    for (int k = 0; k < 1500; k++) {
        pthread_t t;
        pthread_create(&t, NULL, run, NULL);
        pthread_join(t, NULL);
    }
    assert(sum == 1500);
    return 0;
}
