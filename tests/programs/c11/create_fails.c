// heddle: --create-may-fail --all
// expect: violation
// kinds: assertion
// line: 22 23
// executions: none=3 classic=3 source=3 optimal=3
#include <assert.h>
#include <threads.h>

static int done;

static int work(void *unused)
{
    (void)unused;
    done = 1;
    return 0;
}

int main(void)
{
    thrd_t thread;
    int error = thrd_create(&thread, work, NULL);
    assert(error != thrd_nomem);
    assert(error != thrd_error);
    thrd_join(thread, NULL);
    assert(done);
    return 0;
}
