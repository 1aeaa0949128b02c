// heddle: --property=assertion
// expect: safe
// message: a thread stops here because of an error that was not asked for \(memory\): out of bounds: write of 4 bytes
// text: ^safe: no schedule and no input violates assertion,$
// text: ^  up to errors that were not asked for$
// The assertion is never reached: the thread stops where it leaves the array. That must not pass for a plain `safe`.
#include <assert.h>

static int numbers[3];

int main(int count, char **arguments)
{
    (void)arguments;
    for (int i = 0; i < 4; i++)
        numbers[i + count - 1] = i;
    assert(0);
    return 0;
}
