// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(abs(-5) == 5 && abs(5) == 5 && labs(-(1L << 40)) == 1L << 40 && llabs(-7) == 7);
    div_t d = div(-7, 2);
    assert(d.quot == -3 && d.rem == -1);
    ldiv_t l = ldiv(100, 7);
    assert(l.quot == 14 && l.rem == 2);
    return 0;
}
