// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// A native that another one calls ends the program in a branch that matters to nothing else.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int flag, done;

static void *work(void *argument)
{
    if (!flag)
        pthread_once(&once, abort);
    done = 1;
    return argument;
}

static void *set(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, set, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    assert(!done); // <- violation
    return 0;
}
