// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

static struct {
    _Atomic uint8_t a;
    _Atomic int16_t b;
    _Atomic uint32_t c;
    _Atomic int64_t d;
} s;

int main(void)
{
    s.a = 255;
    s.b = -1;
    s.c = UINT32_MAX;
    s.d = INT64_MAX;
    assert(atomic_fetch_add(&s.a, 2) == 255 && s.a == 1 && s.b == -1);
    assert(atomic_fetch_add(&s.b, 1) == -1 && s.b == 0);
    assert(atomic_fetch_add(&s.c, 1) == UINT32_MAX && s.c == 0 && s.d == INT64_MAX);
    assert(atomic_fetch_sub(&s.d, 1) == INT64_MAX);
    int values[4] = {1, 2, 3, 4};
    int *_Atomic p = values;
    assert(*atomic_fetch_add(&p, 2) == 1 && *p == 3);
    return 0;
}
