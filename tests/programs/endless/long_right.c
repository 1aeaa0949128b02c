// expect: safe
// Loops that come to an end after many rounds, with states that look alike: a counter behind a pointer, in an outer frame, in
// a thread-local variable and in the bytes of an array, and a value that comes back while the counter does not.
#include <assert.h>

static _Thread_local int turns;

static int count_up(unsigned char *digits)
{
    for (int k = 0; k < 3; k++)
        if (++digits[k])
            return 1;
        else if (k == 2)
            return 0;
    return 0;
}

static int level(int depth, int *count)
{
    if (depth)
        return level(depth - 1, count) ? 1 : 0;
    return ++*count < 20000;
}

int main(void)
{
    unsigned char digits[3] = {0, 0, 254};
    int count = 0, other = 0;
    while (level(10, &count))
        other = !other;
    while (turns < 100000)
        turns++;
    while (count_up(digits))
        ;
    assert(count == 20000 && turns == 100000 && digits[0] == 0);
    return 0;
}
