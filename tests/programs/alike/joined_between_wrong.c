// expect: violation
// kinds: assertion
// rule: joins optimal
// heddle: --independence=threads
// main looks at a variable when it has joined the first thread, and not the second: it fails where the second one was first, and is not
// through yet.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, last;

static void *run(void *argument)
{
    if (turn++ == 0)
        last = 1;
    return argument;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, run, NULL);
    pthread_join(t[0], NULL);
    assert(last == 1); // <- violation
    pthread_join(t[1], NULL);
    return 0;
}
