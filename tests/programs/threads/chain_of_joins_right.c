// expect: safe
// The second thread joins the first.
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int x;

static void *one(void *argument)
{
    x = 1;
    return argument;
}

static void *two(void *argument)
{
    pthread_join(first, NULL);
    assert(x == 1);
    x = 2;
    return argument;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(second, NULL);
    assert(x == 2);
    return 0;
}
