// heddle: --iterative
// expect: safe
// Three events in two threads: no schedule has more than two preemptions, so that the last bound leaves nothing out and
// the search is a proof.
#include <assert.h>
#include <pthread.h>

static int x;

static void *writer(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int first = x, second = x;
    assert(first <= second);
    pthread_join(thread, NULL);
    return 0;
}
