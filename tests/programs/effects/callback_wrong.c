// heddle: --effects={folder}/callback.effects
// expect: violation
// kinds: assertion
// message: seen == 0
// A callback gets any `long`.
#include <assert.h>

void on_long(void (*callback)(long size, void *user), void *user);

static int seen;

static void callback(long size, void *user)
{
    if (size > 0x100000000L)
        seen = *(int *)user;
}

int main(void)
{
    int one = 1;
    on_long(callback, &one);
    assert(seen == 0);
    return 0;
}
