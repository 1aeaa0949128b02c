// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// Irrelevant recursion before the assertion, as deep as another thread says; and relevant recursion with pointers to the
// caller's variables.
#include <assert.h>
#include <pthread.h>

static int depth, value;
static volatile int sink;

static void irrelevant(int level)
{
    sink = level;
    if (level < depth)
        irrelevant(level + 1);
}

static void relevant(int level, int *above)
{
    int local = *above + value;
    if (level < 2)
        relevant(level + 1, &local);
    *above = local;
}

static void *t1(void *argument)
{
    depth = 5;
    value = 1;
    return argument;
}

static void *t2(void *argument)
{
    int result = 0;
    irrelevant(0);
    relevant(0, &result);
    assert(result != 2); // <- violation
    return argument;
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
