// clang: -std=c23
// expect: safe
#include <assert.h>
#include <stddef.h>

constexpr int limit = 0b101;
enum kind : unsigned char { SMALL, LARGE = 200 };

static int check(bool b, int *p)
{
    return b && p == nullptr ? limit : -1;
}

int main(void)
{
    static_assert(sizeof(enum kind) == 1);
    assert(check(true, nullptr) == 5);
    typeof(limit) x = 1'000;
    unsigned _BitInt(17) narrow = 65535;
    narrow += 1;
    assert(x == 1000 && narrow == 65536 && LARGE == 200);
    int empty[2] = {};
    assert(empty[1] == 0);
    return 0;
}
