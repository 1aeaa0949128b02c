// expect: safe
// `cpuid`, also where it saves %rbx, and what compilers make of it: a processor that has SSE2 and nothing newer.
#include <assert.h>
#include <cpuid.h>

static void identify(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
#ifdef __x86_64__
    __asm__("movq %%rbx, %q1\n\tcpuid\n\txchgq %%rbx, %q1" : "=a"(*a), "=&r"(*b), "=c"(*c), "=d"(*d) : "a"(leaf), "c"(0));
#else
    __asm__("movl %%ebx, %1\n\tcpuid\n\txchgl %%ebx, %1" : "=a"(*a), "=&r"(*b), "=c"(*c), "=d"(*d) : "a"(leaf), "c"(0));
#endif
}

int main(void)
{
    unsigned a, b, c, d, vendor;
    assert(__get_cpuid(1, &a, &b, &c, &d));
    assert((d & bit_SSE2) && (d & bit_CMPXCHG8B) && !(c & (bit_SSE3 | bit_AVX | bit_OSXSAVE)));
    assert(!__get_cpuid_count(7, 0, &a, &b, &c, &d));
    assert(__get_cpuid(0x80000001, &a, &b, &c, &d) && (d & bit_LM));
    identify(0, &a, &b, &c, &d);
    assert(a == 1 && b == signature_INTEL_ebx && c == signature_INTEL_ecx && d == signature_INTEL_edx);
    assert(__get_cpuid_max(0, &vendor) == 1 && vendor == b);
    __builtin_cpu_init();
    assert(__builtin_cpu_supports("sse2") && !__builtin_cpu_supports("sse3") && !__builtin_cpu_supports("avx2"));
    return 0;
}
