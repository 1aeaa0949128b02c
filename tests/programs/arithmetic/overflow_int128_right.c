// heddle: --property=overflow,assertion
// expect: safe
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    __int128 half = (__int128)1 << 126, most = half - 1 + half, least = -most - 1;
    __int128 x = __VERIFIER_nondet_long();
    assert(x + x == 2 * x);
    assert(least + most == -1 && (least + 1) * -1 == most && least - -1 == -most);
    assert((half - 1) * 2 + 1 == most && 0 * least == 0 && least * 1 == least);
    unsigned __int128 all = (unsigned __int128)most * 2 + 1;
    assert(all + 1 == 0 && all << 127 == (unsigned __int128)1 << 127);
    return 0;
}
