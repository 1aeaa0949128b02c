// expect: safe
// Vectors made one number: sums wrap around, of floating point the greatest and the least.
#include <assert.h>

typedef int four __attribute__((vector_size(16)));
typedef unsigned char sixteen __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

int __VERIFIER_nondet_int(void);

int main(void)
{
    four a = {1, 2, 3, 4}, large = {0x7fffffff, 1, 0, 0};
    assert(__builtin_reduce_add(a) == 10 && __builtin_reduce_mul(a) == 24);
    assert(__builtin_reduce_add(large) == -0x7fffffff - 1);
    assert(__builtin_reduce_max(a) == 4 && __builtin_reduce_min(-a) == -4);
    assert(__builtin_reduce_xor(a) == 4 && __builtin_reduce_or(a) == 7 && __builtin_reduce_and(a) == 0);
    sixteen bytes = {200, 1, 2, 3};
    assert(__builtin_reduce_max(bytes) == 200 && __builtin_reduce_add(bytes) == 206 && __builtin_reduce_min(bytes) == 0);
    floats f = {1, -2, 3.5, 0};
    assert(__builtin_reduce_max(f) == 3.5 && __builtin_reduce_min(f) == -2);
    int n = __VERIFIER_nondet_int();
    four chosen = {n, 1, 1, 1};
    if (n > 0 && n < 5)
        assert(__builtin_reduce_max(chosen) == n);
    return 0;
}
