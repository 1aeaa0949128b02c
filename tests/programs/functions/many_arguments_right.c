// expect: safe
// More arguments than registers, of mixed kinds.
#include <assert.h>

struct small {
    int a, b;
};
struct large {
    long a[5];
};

static long sum(char a, short b, int c, long d, float e, double f, struct small g, struct large h, unsigned char i,
                int *j, long long k, _Bool l)
{
    return a + b + c + d + (long)e + (long)f + g.a + g.b + h.a[0] + h.a[4] + i + *j + k + l;
}

int main(void)
{
    int ten = 10;
    struct small g = {7, 8};
    struct large h = {{100, 0, 0, 0, 200}};
    assert(sum(1, 2, 3, 4, 5.5f, 6.5, g, h, 9, &ten, 11, 1) == 1 + 2 + 3 + 4 + 5 + 6 + 15 + 300 + 9 + 10 + 11 + 1);
    assert(h.a[4] == 200);
    return 0;
}
