// expect: safe
// A field keeps exactly its bits, and leaves its neighbours alone.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct fields {
    unsigned a : 5;
    unsigned b : 11;
    int c : 16;
};

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    struct fields f = {3, 1000, -1};
    f.a = x;
    assert(f.a == (x & 31) && f.b == 1000 && f.c == -1);
    f.b = x >> 3;
    assert(f.a == (x & 31) && f.b == ((x >> 3) & 2047) && f.c == -1);
    return 0;
}
