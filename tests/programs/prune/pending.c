// expect: violation
// kinds: assertion
// heddle: --prune=on
// rule: pending source optimal
// docs/design.md 7.4: below what is cut there are accesses to x that have to come before some that led there.
#include <assert.h>
#include <pthread.h>

static int x = 1, y, seen;

static void *reader(void *argument)
{
    int a = x;
    int b = x;
    x++;
    seen = 10 * a + b;
    return argument;
}

static void *writer(void *argument)
{
    x = y;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, writer, NULL);
    x |= 2;
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    assert(seen != 2); // <- violation
    return 0;
}
