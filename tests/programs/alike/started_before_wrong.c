// expect: violation
// kinds: assertion
// rule: started optimal
// heddle: --independence=threads
// A thread is created after another one with its routine and argument has begun: they cannot be exchanged any more. If the second
// one were held until the first begins, it would be held for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, changed;

static void *run(void *argument)
{
    if (begun++)
        changed = 1;
    else
        assert(!changed); // <- violation
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, run, NULL);
    if (begun != 1)
        return 0;
    pthread_create(&second, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
