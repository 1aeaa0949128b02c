// expect: safe
// clang's vector extension.
#include <assert.h>

typedef int vector __attribute__((vector_size(16)));

int main(void)
{
    vector a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
    vector c = a + b * 2;
    c[2] = 7;
    assert(c[0] == 21 && c[2] == 7 && c[3] == 84);
    vector larger = b > a;
    assert(larger[0] == -1);
    vector mixed = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    assert(mixed[1] == 10 && mixed[3] == 20);
    return 0;
}
