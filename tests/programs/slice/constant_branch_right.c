// expect: safe
// heddle: --property=assertion --independence=none
// text: no statement of the program can: there was nothing to check
// executions: source=36 optimal=36 default=1
// The condition ends in a constant, so that the assertion cannot fail whatever the variables are, and the program's text says so.
#include <assert.h>
#include <pthread.h>

static int first, second;

static void *set(void *argument)
{
    first = 1;
    second = 1;
    return argument;
}

static void *look(void *argument)
{
    assert((first == second) || 1);
    return argument;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_create(&c, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
