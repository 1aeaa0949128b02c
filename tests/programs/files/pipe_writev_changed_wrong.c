// expect: violation
// kinds: assertion
// A call that writes some, and then waits, may read the rest only then.
#include <assert.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096 };
static int ends[2], value = 1;

static void *change(void *unused)
{
    char block[16 * PAGE];
    if (read(ends[0], block, sizeof block) == sizeof block)
        value = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int got;
    char block[15 * PAGE] = {0};
    struct iovec parts[] = {{block, PAGE}, {&value, sizeof value}};
    assert(pipe(ends) == 0 && write(ends[1], block, sizeof block) == sizeof block);
    pthread_create(&thread, NULL, change, NULL);
    assert(writev(ends[1], parts, 2) == PAGE + sizeof value);
    pthread_join(thread, NULL);
    while (read(ends[0], block, PAGE) == PAGE)
        ;
    got = *(int *)block;
    assert(got == 1); // <- violation
    return 0;
}
