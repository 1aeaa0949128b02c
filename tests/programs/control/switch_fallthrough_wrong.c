// expect: violation
// kinds: assertion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int price(int kind)
{
    int p = 0;
    switch (kind) {
    case 1: p = 10; // the break is missing
    case 2: p = 20; break;
    case 3: p = 30; break;
    }
    return p;
}

int main(void)
{
    int kind = __VERIFIER_nondet_int();
    if (kind < 1 || kind > 3)
        return 0;
    assert(price(kind) == kind * 10); // <- violation
    return 0;
}
