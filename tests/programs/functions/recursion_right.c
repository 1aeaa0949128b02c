// expect: safe
#include <assert.h>

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;

static void hanoi(int discs, int from, int to, int spare)
{
    if (discs == 0)
        return;
    hanoi(discs - 1, from, spare, to);
    moves++;
    hanoi(discs - 1, spare, to, from);
}

int main(void)
{
    assert(is_even(20) && is_odd(13));
    assert(ackermann(2, 3) == 9);
    hanoi(6, 0, 2, 1);
    assert(moves == 63);
    return 0;
}
