// expect: inconclusive
// message: how nice the process is
// How nice a process is when it starts, nobody knows.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(nice(5) == 5);
    return 0;
}
