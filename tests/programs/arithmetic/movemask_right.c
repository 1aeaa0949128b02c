// expect: safe
// Which of sixteen bytes are equal to one that is looked for, as hash tables ask: a bit each. Also of elements of other widths.
#include <assert.h>
#include <emmintrin.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char group[16], wanted = __VERIFIER_nondet_uchar(), other = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 16; i++)
        group[i] = (unsigned char)(wanted + (i % 5 ? 1 : 0));
    group[15] = other;
    __m128i all = _mm_loadu_si128((const __m128i *)group);
    int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8((char)wanted)));
    assert(mask == (0x0421 | (other == wanted) << 15));
    assert(_mm_movemask_epi8(_mm_set_epi8(-1, 0, 0, 0, 0, 0, 0, -128, 127, 1, 0, 0, 0, 0, 0, -2)) == 0x8101);
    assert(_mm_movemask_ps(_mm_set_ps(-1.0f, 2.0f, -0.0f, 0.0f)) == 0xa);
    assert(_mm_movemask_pd(_mm_set_pd(-1.0, 2.0)) == 2);
    return 0;
}
