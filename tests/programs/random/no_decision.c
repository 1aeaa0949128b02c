// expect: inconclusive
// message: random walks leave schedules out
// case: random=1
// Nothing is drawn in the only execution, so that there is no other one. The verdict of random walks is what it always is.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    assert(sum == 45);
    return 0;
}
