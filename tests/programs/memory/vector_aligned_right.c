// Vectors in variables, blocks of malloc, at indices that are inputs; unaligned ones by instructions for these; vectors
// of 8 bytes, which never fault.
// expect: safe
// heddle: --malloc-may-fail
#include <assert.h>
#include <emmintrin.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static float numbers[16];
typedef int pair __attribute__((vector_size(8)));

struct mixed {
    char tag;
    __m128i value;
};

static void *worker(void *argument)
{
    int k;
    heddle_symbolic(&k, sizeof k, "k");
    heddle_assume(k >= 0 && k < 4);
    float out[4];
    __m128 v = _mm_load_ps(numbers + 4 * k);
    _mm_storeu_ps(out, v);
    _mm_storeu_ps(numbers + 3, v);
    assert(out[0] == 0);
    struct mixed *m = malloc(2 * sizeof *m);
    if (m) {
        m[1].value = _mm_set1_epi32(k);
        assert(_mm_cvtsi128_si32(m[1].value) == k);
    }
    free(m);
    char bytes[32] = {0};
    pair *p = (pair *)(bytes + 4);
    *p = (pair){1, 2};
    assert(bytes[4] == 1 && bytes[8] == 2);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
