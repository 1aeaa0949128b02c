// expect: safe
// The address itself is read from a symbolic place.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int x = 10, y = 20, z = 30;
static int *table[3] = {&x, &y, &z};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    *table[i] += 1;
    assert(*table[i] == (int)(i + 1) * 10 + 1);
    assert(x + y + z == 61);
    return 0;
}
