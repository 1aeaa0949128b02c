// clang: -std=gnu89
// expect: safe
/* Before C99 it is `extern inline` that is no definition, and `inline` alone is one. */
#include <assert.h>

extern inline int only_inline(int x)
{
    return x + 1;
}

inline int external(int x)
{
    return x + 2;
}

__extension__ extern __inline__ int spelled_otherwise(int x)
{
    return external(x) + 1;
}

int main(void)
{
    int (*pointer)(int) = only_inline;
    assert(only_inline(1) == 2);
    assert(pointer == only_inline && pointer(2) == 3);
    assert(spelled_otherwise(1) == 4);
    return 0;
}
