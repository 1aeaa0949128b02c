// expect: violation
// kinds: assertion
// heddle: --prune=on
// Several threads may be awake that sleep in a summary: all of these are to be explored, and not the first alone.
#include <assert.h>
#include <pthread.h>

static int x;
static int seen, looked;

static void *mask(void *argument)
{
    x = x & 2;
    return argument;
}

static void *raise(void *argument)
{
    x |= 3;
    return argument;
}

static void *look(void *argument)
{
    looked = x;
    return argument;
}

static void *add(void *argument)
{
    pthread_t t;
    pthread_create(&t, NULL, mask, NULL);
    x += 1;
    seen = x;
    return argument;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, add, NULL);
    pthread_create(&t[1], NULL, look, NULL);
    pthread_create(&t[2], NULL, raise, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    assert(!(looked == 4 && seen == 2 && x == 2)); // <- violation
    return 0;
}
