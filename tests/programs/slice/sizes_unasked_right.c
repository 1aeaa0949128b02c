// expect: safe
// heddle: --property=assertion
// text: !not asked for
// How large the block is does not matter to the assertion, so that one size stands for all: a write that such a block
// has no room for is no error of the program, and nothing is said of it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int *data, length, next;

int main(void)
{
    length = __VERIFIER_nondet_int();
    if (length <= 0 || length >= 12)
        return 0;
    data = malloc(sizeof *data * (unsigned)length);
    int at = 0, end = 0;
    if (next + 10 <= length) {
        next += 10;
        end = next;
    }
    for (; at < end; at++) {
        assert(at >= 0 && at < length);
        data[at] = 0;
    }
    return 0;
}
