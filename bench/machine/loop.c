// Local, concrete code: a sieve, the mixing rounds of a hash, a product of matrices. Nothing is shared and no
// input is read, so what is measured is how fast the machine steps. SCALE multiplies the work.
#include <assert.h>
#include <stdint.h>

#ifndef SCALE
#define SCALE 5
#endif

enum { LIMIT = 300000, BLOCKS = 8000, ORDER = 64 };

static unsigned count_primes(void)
{
    unsigned char composite[LIMIT + 1] = {0};
    unsigned primes = 0;
    for (unsigned n = 2; n <= LIMIT; n++) {
        if (composite[n])
            continue;
        primes++;
        for (uint64_t multiple = (uint64_t)n * n; multiple <= LIMIT; multiple += n)
            composite[multiple] = 1;
    }
    return primes;
}

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 12);
    *a += *b;
    *d = rotate(*d ^ *a, 8);
    *c += *d;
    *b = rotate(*b ^ *c, 7);
}

static uint32_t mix(void)
{
    uint32_t state[16];
    for (uint32_t i = 0; i < 16; i++)
        state[i] = i * 0x9e3779b9u + 1;
    for (unsigned block = 0; block < BLOCKS; block++) {
        for (unsigned i = 0; i < 4; i++)
            quarter_round(&state[i], &state[4 + i], &state[8 + i], &state[12 + i]);
        for (unsigned i = 0; i < 4; i++)
            quarter_round(&state[i], &state[4 + (i + 1) % 4], &state[8 + (i + 2) % 4],
                          &state[12 + (i + 3) % 4]);
        state[0] ^= block;
    }
    uint32_t sum = 0;
    for (unsigned i = 0; i < 16; i++)
        sum ^= state[i];
    return sum;
}

static int trace_of_product(void)
{
    int a[ORDER][ORDER], b[ORDER][ORDER], product[ORDER][ORDER];
    for (int i = 0; i < ORDER; i++)
        for (int k = 0; k < ORDER; k++) {
            a[i][k] = i + k;
            b[i][k] = i == k ? 2 : 0;
        }
    for (int i = 0; i < ORDER; i++)
        for (int k = 0; k < ORDER; k++) {
            int sum = 0;
            for (int n = 0; n < ORDER; n++)
                sum += a[i][n] * b[n][k];
            product[i][k] = sum;
        }
    int trace = 0;
    for (int i = 0; i < ORDER; i++)
        trace += product[i][i];
    return trace;
}

int main(void)
{
    for (int i = 0; i < SCALE; i++) {
        assert(count_primes() == 25997);
        assert(mix() != 0);
        assert(trace_of_product() == 2 * ORDER * (ORDER - 1));
    }
    return 0;
}
