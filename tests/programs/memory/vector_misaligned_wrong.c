// A vector that is accessed as an aligned one and is not: real machines fault.
// expect: violation
// kinds: memory
// message: misaligned access
// case: WHERE=1 none classic source optimal default
// case: WHERE=2 none classic source optimal default
// case: WHERE=3 none classic source optimal default
#include <emmintrin.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static float numbers[12];

static void *worker(void *argument)
{
    float *p = argument;
    int k = 1;
    if (WHERE == 1)
        _mm_store_ps(p + 1, _mm_setzero_ps());
    if (WHERE == 2) {
        heddle_symbolic(&k, sizeof k, "k");
        heddle_assume(k >= 0 && k < 2);
        __m128 v = _mm_load_ps(p + 4 * k + (k == 1));
        (void)v;
    }
    if (WHERE == 3) {
        __m128i *block = (__m128i *)((char *)malloc(64) + 8);
        *block = _mm_set1_epi32(k);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, numbers);
    pthread_join(t, NULL);
    return 0;
}
