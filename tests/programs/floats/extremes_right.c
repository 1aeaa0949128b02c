// expect: safe
// por: default
// What fmin, fmax, fabs and copysign make of numbers that are known only to the solver is what they make of words.
#include <assert.h>
#include <math.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static const unsigned table[] = {0x00000000u, 0x80000000u, 0x00000001u, 0x80000001u, 0x3f800000u, 0xbf800000u, 0x7f7fffffu,
                                 0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc00001u, 0x7f800001u, 0xff812345u};
enum { COUNT = sizeof table / sizeof *table };

static float number(unsigned bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static unsigned word(float f)
{
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

// A number with that word, which only a condition says.
static float unknown(unsigned bits)
{
    unsigned same = __VERIFIER_nondet_uint();
    __VERIFIER_assume((same ^ 0x5a5a5a5au) * 3u == (bits ^ 0x5a5a5a5au) * 3u);
    return number(same);
}

static void compare(float a, float b)
{
    if (isnan(a))
        assert(isnan(b));
    else if (a == 0)
        assert(b == 0);
    else
        assert(word(a) == word(b));
}

int main(void)
{
    unsigned draw = 12345;
    for (int k = 0; k < 24; k++) {
        draw = draw * 1103515245u + 12345u;
        unsigned p = table[(draw >> 16) % COUNT], q = table[(draw >> 8) % COUNT];
        volatile float a = number(p), b = number(q);
        float x = unknown(p), y = unknown(q);
        compare(fmaxf(a, b), fmaxf(x, y));
        compare(fminf(a, b), fminf(x, b));
        assert(word(copysignf(a, b)) == word(copysignf(x, y)));
        assert(word(copysignf(a, b)) == ((p & 0x7fffffffu) | (q & 0x80000000u)));
        assert(word(fabsf(a)) == (p & 0x7fffffffu) && word(fabsf(x)) == (p & 0x7fffffffu));
    }
}
