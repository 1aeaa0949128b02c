// native seed 412: output differs: heddle 'end 1', host '1' (0), solver's inputs 0 1 0 0 0 0 0 0
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PROGRAMS
uint64_t native_input(void);
int native_host(int, char **, int (*const *)(void));
#define INPUT(type, name) ((type)native_input())
#define FINISH(n) do { printf("end %d\n", n); exit(0); } while (0)
#else
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
#define INPUT(type, name) __VERIFIER_nondet_##name()
#define FINISH(n) do { printf("end %d\n", n); assert(!"end " #n); exit(0); } while (0)
#endif
#define DIVIDE(a, b) ((b) == 0 || (b) == -1 ? 0 : (a) / (b))
#define REMAINDER(a, b) ((b) == 0 || (b) == -1 ? 0 : (a) % (b))
#define WHOLE(f) ((f) > -1e6 && (f) < 1e6 ? (int)(f) : 7)
static int32_t p0_jump(jmp_buf place, uint32_t n, int32_t x)
{
    if (n)
        return p0_jump(place, n - 1, x + 1) * 3;
    if (x & 1)
        longjmp(place, x & 7);
    return x;
}
static uint8_t p0_f0(int32_t a, uint16_t b)
{
}
static int16_t p0_f1(uint64_t a, int16_t b)
{
}
static int32_t p0_x = 5;
static uint16_t p0_y;
int main_0(void)
{
    int n4 = INPUT(int, int);
    jmp_buf j5;
    volatile int t6 = 0;
    if (setjmp(j5) != 5 && t6++ < 2) {
        char t7[64] = "";
        printf("%d\n", strcmp(t7, "beta") < 0);
        p0_x ^= p0_jump(j5, 1, (n4 * 32767));
    }
    uint32_t sum = 1;
    if (sum & 1) { if (sum & 2) FINISH(0); else FINISH(1); }
}
#ifdef PROGRAMS
int main(int argc, char **argv)
{
    static int (*const programs[])(void) = {PROGRAMS};
    return native_host(argc, argv, programs);
}
#endif
