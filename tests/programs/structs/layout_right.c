// expect: safe
#include <assert.h>
#include <stddef.h>

struct natural { char a; int b; char c; double d; };
struct __attribute__((packed)) packed { char a; int b; char c; double d; };
struct aligned { _Alignas(16) char a; char b; };

int main(void)
{
    assert(offsetof(struct natural, b) == 4 && offsetof(struct natural, d) == 16 && sizeof(struct natural) == 24);
    assert(sizeof(struct packed) == 14 && offsetof(struct packed, b) == 1);
    assert(sizeof(struct aligned) == 16);
    struct packed p = {'x', 0x01020304, 'y', 2.5};
    p.b += 1; // not aligned
    p.d *= 2;
    assert(p.a == 'x' && p.b == 0x01020305 && p.c == 'y' && p.d == 5.0);
    struct packed array[3] = {[1] = {.b = 7}};
    assert(array[1].b == 7 && array[2].b == 0 && (char *)&array[2] - (char *)array == 28);
    return 0;
}
