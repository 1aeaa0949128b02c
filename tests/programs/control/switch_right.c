// expect: safe
#include <assert.h>
#include <limits.h>

static int dense(int x)
{
    int r = 0;
    switch (x) {
    case 0: r += 1; // falls through
    case 1: r += 2; break;
    case 2: return 10;
    case 3 ... 5: r = 35; break; // a GNU range
    default: r = -1;
    }
    return r;
}

static int sparse(long long x)
{
    switch (x) {
    case LLONG_MIN: return 1;
    case -1: return 2;
    case 0x100000000LL: return 3;
    case LLONG_MAX: return 4;
    }
    return 0;
}

static int nested(char a, unsigned char b)
{
    switch (a) {
    case 'x':
        switch (b) {
        case 255: return 1;
        default: break;
        }
        return 2;
    case -1: return 3;
    }
    return 4;
}

int main(void)
{
    assert(dense(0) == 3 && dense(1) == 2 && dense(2) == 10 && dense(4) == 35 && dense(6) == -1 && dense(-1) == -1);
    assert(sparse(LLONG_MIN) == 1 && sparse(-1) == 2 && sparse(1LL << 32) == 3 && sparse(LLONG_MAX) == 4);
    assert(sparse(0) == 0 && sparse(0xffffffffLL) == 0);
    assert(nested('x', 255) == 1 && nested('x', 0) == 2 && nested((char)-1, 0) == 3 && nested('y', 1) == 4);
    return 0;
}
