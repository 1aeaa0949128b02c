// expect: safe
// Out of a comparison that qsort calls, by a pointer, and out of a handler in a table; with sigsetjmp as well.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static sigjmp_buf place;
static int compared;

static int compare(const void *left, const void *right)
{
    if (++compared == 3)
        siglongjmp(place, 3);
    return *(const int *)left - *(const int *)right;
}

static int fail(int code)
{
    _longjmp(place, code);
}

static int add(int value)
{
    return value + 1;
}

static int (*const table[])(int) = {add, fail};

int main(void)
{
    int numbers[] = {4, 3, 2, 1};
    volatile int done = 0;
    int code = sigsetjmp(place, 1);
    if (code == 0)
        qsort(numbers, 4, sizeof *numbers, compare);
    assert(code == 0 || (code == 3 && compared == 3));
    for (volatile int k = 0; k < 2; k++) {
        if (_setjmp(place) == 0)
            done += table[k](8);
        else
            done += 100;
    }
    assert(done == 109);
    return 0;
}
