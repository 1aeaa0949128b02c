// expect: safe
// The counter of cycles goes up.
// case: default none
// case: BUILTIN=1 default
// case: PROCESSOR=1 default
#include <assert.h>
#include <stdint.h>

static uint64_t cycles(void)
{
#ifdef BUILTIN
    return __builtin_ia32_rdtsc();
#else
    uint32_t low, high;
#ifdef PROCESSOR
    uint32_t processor;
    __asm__ __volatile__("lfence; rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
    assert(processor == 0);
#else
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
#endif
    return (uint64_t)high << 32 | low;
#endif
}

int main(void)
{
    uint64_t before = cycles(), after = cycles();
    assert(before < after);
    return 0;
}
