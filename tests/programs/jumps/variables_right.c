// expect: safe
// Variables after a jump: volatile ones as they were last set (C17 7.13.2.1), those that did not change since setjmp as they are;
// so are temporary results and variables of a loop that is entered again.
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf place;

static int jump_if(int condition)
{
    if (condition)
        longjmp(place, condition);
    return 1;
}

static void loop(void)
{
    volatile int jumps = 0, sum = 0;
    for (volatile int k = 0; k < 4; k++) {
        int unchanged = k * 10;
        const char *text = k & 1 ? "odd" : "even";
        if (setjmp(place) == 0) {
            sum += unchanged + jump_if(k >= 2 ? k : 0);
        } else {
            assert(unchanged == k * 10 && strcmp(text, k == 2 ? "even" : "odd") == 0);
            jumps++;
        }
    }
    assert(jumps == 2 && sum == 10 + 2);
}

static int choose(int argument)
{
    int array[3] = {argument, 2, 3}, length = 2;
    char bytes[length];
    memset(bytes, 'x', (size_t)length);
    int twice = 2 * argument, result = setjmp(place);
    if (result == 0)
        return array[0] + jump_if(argument) + twice;
    assert(array[0] == argument && bytes[1] == 'x' && length == 2);
    return twice + result;
}

int main(void)
{
    loop();
    assert(choose(0) == 1 && choose(5) == 15);
    return 0;
}
