// expect: safe
#include <assert.h>

struct flags {
    unsigned a : 1;
    unsigned b : 3;
    signed c : 4;
    unsigned d : 24;
};

struct wide {
    unsigned long long low : 40;
    unsigned long long high : 24;
    unsigned char : 0;
    _Bool bit : 1;
};

int main(void)
{
    struct flags f = {1, 5, -3, 0xabcdef};
    assert(sizeof f == 4);
    assert(f.a == 1 && f.b == 5 && f.c == -3 && f.d == 0xabcdef);
    f.b = 9; // keeps the low three bits
    f.c = 7;
    f.c++; // -8
    assert(f.a == 1 && f.b == 1 && f.c == -8 && f.d == 0xabcdef);
    f.d += 0x543211;
    assert(f.d == 0 && f.c == -8);
    struct wide w = {0xffffffffffull, 0x123456, 1};
    w.low++;
    assert(w.low == 0 && w.high == 0x123456 && w.bit);
    return 0;
}
