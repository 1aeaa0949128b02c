// expect: violation
// kinds: assertion
// A jump back over the declaration of a variable leaves it without content (C11 6.2.4p6), though its lifetime goes on.
#include <assert.h>

static int *p;

static void keep(int *address)
{
    p = address;
}

int main(void)
{
    int rounds = 0;
    {
        keep(&rounds);
    again:;
        int v;
        keep(&v);
        if (rounds)
            assert(*p == 7); // <- violation
        v = 7;
        if (rounds++ < 1)
            goto again;
    }
    return 0;
}
