// heddle: --all
// expect: violation
// kinds: assertion arithmetic
// line: 24 26
// With --all the search goes on after the first violation: each distinct one is reported.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *argument)
{
    x = 1;
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = x;
    if (seen == 1)
        assert(seen == 2);
    if (seen == 2)
        return 10 / (seen - 2);
    pthread_join(t, NULL);
    return 0;
}
