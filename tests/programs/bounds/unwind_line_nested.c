// expect: inconclusive
// case: --unwind=unwind_line_nested.c:16=4 none default
// case: --unwind=unwind_line_nested.c:19=4 none default
// message: this loop goes on beyond --unwind=unwind_line_nested.c:(16|19)=4 rounds
// A line means the loops that begin there, and else the innermost one whose body does. Of several that begin there it means all.
#include <assert.h>
#define TWICE(a, b) for (int k = 0; k < (a); k++) for (int j = 0; j < (b); j++) sum++

int main(void)
{
    int sum = 0;
    while (sum < 12)
    {
        for (int i = 0;
             i < 6; i++)
            sum++;
    }
    assert(sum == 12);
    TWICE(3, 7);
    assert(sum == 33);
    return 0;
}
