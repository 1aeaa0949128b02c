// expect: violation
// kinds: assertion
// heddle: --prune=on
// What was explored below the state of a summary that cuts in part races with what came before, as with one that cuts all: here `look`'s loads, which
// race with writes before the cut.
#include <assert.h>
#include <pthread.h>

static long x = 2;
static int seen;

static void *look(void *argument)
{
    if (x < 3)
        seen = (int)x;
    return argument;
}

static void *flip(void *argument)
{
    x ^= 1;
    return argument;
}

static void *set(void *argument)
{
    x = 2;
    int now = (int)x;
    (void)now;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, set, NULL);
    pthread_create(&t[1], NULL, flip, NULL);
    pthread_create(&t[2], NULL, look, NULL);
    pthread_join(t[1], NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[2], NULL);
    assert(!(x == 2 && seen == 3)); // <- violation
    return 0;
}
