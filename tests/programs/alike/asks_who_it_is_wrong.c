// expect: violation
// kinds: assertion
// rule: handles optimal
// heddle: --independence=threads
// A thread asks whether it is the one whose handle main has kept. Where the second one comes first, it is not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int turn;

static void *run(void *argument)
{
    if (turn++ == 0)
        assert(!first || pthread_equal(pthread_self(), first)); // <- violation
    return argument;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, run, NULL);
    first = t[0];
    pthread_create(&t[1], NULL, run, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
