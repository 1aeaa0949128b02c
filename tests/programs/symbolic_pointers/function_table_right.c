// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int zero(int v) { (void)v; return 0; }
static int same(int v) { return v; }
static int twice(int v) { return 2 * v; }

static int (*const table[])(int) = {zero, same, twice};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    assert(table[i](21) == (int)i * 21);
    return 0;
}
