// expect: safe
// Distances between labels, as initial values of a table: only jumps take them.
#include <assert.h>

static int run(int which)
{
    static const int distances[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
    goto *(&&zero + distances[which]);
zero:
    return 10;
one:
    return 11;
two:
    return 12;
}

int main(void)
{
    assert(run(0) == 10 && run(1) == 11 && run(2) == 12);
    return 0;
}
