// expect: violation
// kinds: assertion
// heddle: --property=assertion --independence=none --all
// executions: none=3 source=3 optimal=3 default=3
// AGA figure 7: the slice of the assertion, computed for each thread alone, lacks the write of the other thread, and has to
// get it. That write comes first, between the second thread's write and test, or last: 3 executions, with slices as well;
// it fails in between only.
#include <assert.h>
#include <pthread.h>

static int a;

static void *t1(void *argument)
{
    a = 3;
    return argument;
}

static void *t2(void *argument)
{
    a = 6;
    if (a != 6)
        assert(0); // <- violation
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, t1, NULL);
    pthread_create(&second, NULL, t2, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
