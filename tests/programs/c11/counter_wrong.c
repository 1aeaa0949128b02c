// expect: violation
// kinds: assertion
#include <assert.h>
#include <threads.h>

static int counter;

static int worker(void *argument)
{
    (void)argument;
    counter++;
    return 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, worker, NULL);
    worker(NULL);
    thrd_join(t, NULL);
    assert(counter == 2); // <- violation
    return 0;
}
