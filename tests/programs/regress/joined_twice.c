// heddle: --all
// expect: violation
// kinds: lock assertion
// line: 18 24 27
// Two threads join a third. Which of them fails is decided by who comes first, and both orders are explored.
#include <assert.h>
#include <pthread.h>

static pthread_t joined;

static void *run(void *argument)
{
    return argument;
}

static void *detach_it(void *argument)
{
    pthread_detach(joined);
    return argument;
}

static void *join_it(void *argument)
{
    pthread_join(joined, NULL);
    if (argument)
        return argument;
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&joined, NULL, run, NULL);
    pthread_create(&t[0], NULL, detach_it, NULL);
    pthread_create(&t[1], NULL, join_it, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
