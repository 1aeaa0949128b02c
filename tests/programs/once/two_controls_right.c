// expect: safe
// One routine may call pthread_once for another control.
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int x;

static void initialise_inner(void)
{
    x += 1;
}

static void initialise_outer(void)
{
    pthread_once(&inner, initialise_inner);
    x += 10;
}

int main(void)
{
    pthread_once(&outer, initialise_outer);
    pthread_once(&inner, initialise_inner);
    pthread_once(&outer, initialise_outer);
    assert(x == 11);
    return 0;
}
