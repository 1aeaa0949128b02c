// heddle: --unwind=unwind_line_cut.c:13=3
// expect: inconclusive
// message: this loop goes on beyond --unwind=unwind_line_cut.c:13=3 rounds
// The bound is for one loop, the other ones go round as often as they do.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum++;
    assert(sum == 10);
    for (int i = 0; i < 4; i++)
        sum++;
    assert(sum == 14);
    return 0;
}
