// expect: safe
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int runs;

static void initialise(void)
{
    runs++;
}

static int worker(void *argument)
{
    (void)argument;
    call_once(&flag, initialise);
    assert(runs == 1);
    return 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, worker, NULL);
    worker(NULL);
    thrd_join(t, NULL);
    return 0;
}
