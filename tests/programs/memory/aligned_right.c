// expect: safe
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *a = aligned_alloc(64, 128);
    assert((uintptr_t)a % 64 == 0);
    a[127] = 1;
    free(a);
    void *b;
    assert(posix_memalign(&b, 256, 100) == 0);
    assert((uintptr_t)b % 256 == 0);
    free(b);
    void *c = malloc(1);
    assert((uintptr_t)c % _Alignof(max_align_t) == 0);
    free(c);
    _Alignas(32) char d[3];
    char *p = d;
    assert((uintptr_t)p % 32 == 0);
    return 0;
}
