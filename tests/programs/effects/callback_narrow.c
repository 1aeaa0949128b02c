// heddle: --effects={folder}/callback.effects
// expect: inconclusive
// message: call of 'callback', whose type is \(i64\), as a function of type \(i32\)
// The effects speak of an `int`, and the callback takes a `long`.
#include <assert.h>

void on_int(void (*callback)(long size));

static int seen;

static void callback(long size)
{
    seen = size > 0x100000000L;
}

int main(void)
{
    on_int(callback);
    assert(seen == 0);
    return 0;
}
