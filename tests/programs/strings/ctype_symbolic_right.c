// expect: safe
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int c = __VERIFIER_nondet_uchar();
    if (isdigit(c))
        assert(c >= '0' && c <= '9');
    else
        assert(c < '0' || c > '9');
    return 0;
}
