// expect: safe
// files: support/undeclared.c
// Functions without a declaration are taken to return `int`: of a `long` and a pointer that is the lower
// half, or nothing where it is not used; and constants are passed as `int` for `long` and for pointers.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    srand(time(0));
    assert(twice(21) == 42);
    assert(high(7) == 7);
    assert(is_null(0));
    name();
    fflush(0);
    return 0;
}
