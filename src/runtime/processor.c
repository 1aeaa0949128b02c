// What a program asks about the processor it runs on, by the instruction `cpuid` or by
// __builtin_cpu_supports: the one that all x86-64 processors are at least, with SSE2 and nothing newer. So
// programs that choose an implementation when they run take the portable one, or that for SSE2.
#include "runtime/runtime.h"

enum { BASIC = 1 };

// Leaf 1, EDX: FPU, TSC, MSR, CX8, CMOV, CLFLUSH, MMX, FXSR, SSE, SSE2.
#define FEATURES (1u << 0 | 1u << 4 | 1u << 5 | 1u << 8 | 1u << 15 | 1u << 19 | 1u << 23 | 7u << 24)
// Leaf 0x80000001, EDX: SYSCALL, NX, long mode.
#define LONG_MODE (1u << 11 | 1u << 20 | 1u << 29)

// EAX, EBX, ECX or EDX (`which`, from 0 on) after `cpuid` of a leaf.
uint32_t __runtime_cpuid(uint32_t leaf, uint32_t which)
{
    static const uint32_t highest[4] = {BASIC, 0x756e6547, 0x6c65746e, 0x49656e69}; // "GenuineIntel"
    if (leaf == 0)
        return highest[which];
    if (leaf == BASIC)
        return which == 0 ? 0x00000f01 : which == 1 ? 8 << 8 : which == 3 ? FEATURES : 0; // lines of 64 bytes
    if (leaf == 0x80000000u)
        return which == 0 ? 0x80000001u : 0;
    return leaf == 0x80000001u && which == 3 ? LONG_MODE : 0;
}

// libgcc's and compiler-rt's answers for __builtin_cpu_supports and __builtin_cpu_is.
struct {
    uint32_t vendor, type, subtype, features;
} __cpu_model;
uint32_t __cpu_features2[3];

enum { VENDOR_INTEL = 1, HAS_CMOV = 0, HAS_MMX = 1, HAS_SSE = 3, HAS_SSE2 = 4 };

int __cpu_indicator_init(void)
{
    __cpu_model.vendor = VENDOR_INTEL;
    __cpu_model.features = 1u << HAS_CMOV | 1u << HAS_MMX | 1u << HAS_SSE | 1u << HAS_SSE2;
    return 0;
}
