// heddle: --property=livelock
// expect: safe
// message: threads wait for ever, and none can be executed: a deadlock, which was not asked for
// por: states default
// Main goes round a loop for ever in which nobody else sees what it does: there is no cycle of states, and a warning says what there is.
#include <stdatomic.h>

static atomic_int turn;

int main(void)
{
    while (turn < 2)
        turn = (turn + 1) % 2;
    return 0;
}
