// heddle: --unwind=2 --unwind=unwind_line_right.c:12=10 --unwind=bounds/unwind_line_right.c:14=20 --unwind=unwind_line_right.c:17=3
// expect: safe
// A loop with a bound of its own may go round more often than the others; the line is that of the head, of the end of
// a `do`, or where the body begins.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 2; k++)
        sum--;
    for (int i = 0; i < 10; i++)
        sum++;
    while (sum < 28)
        sum++;
    do
        sum++;
    while (sum < 32);
    assert(sum == 32);
    return 0;
}
