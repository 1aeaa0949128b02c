// expect: violation
// kinds: abort
// heddle: --property=abort
// Whether abort() is reached is decided by a value that is returned through a function, and by a return before it.
#include <pthread.h>
#include <stdlib.h>

static int first, second;

static int look(const int *where)
{
    return *where;
}

static void *t1(void *argument)
{
    second = 1;
    first = 1;
    first = 0;
    return argument;
}

static void *t2(void *argument)
{
    if (!look(&first))
        return argument;
    if (!look(&second))
        return argument;
    abort(); // <- violation
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
