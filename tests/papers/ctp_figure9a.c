// CTP figure 9 (a): what the first thread does to x is meant to be one. The second thread writes in between only
// if x is not 0, which it is until the first thread is done: no order violates it.
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *argument)
{
    (void)argument;
    int a = x;
    x = a + 1;
    assert(x == a + 1); // would fail if the second thread's write came between the accesses before
    return 0;
}
