// ---- inputs and properties (heddle.h, and other tools' functions); the program's own definitions win

// Fills memory with the inputs of the running thread's next request. Bytes for which the witness has no input
// are 0, as in heddle's replay; a request of no bytes is none.
static void heddle_give(char *memory, size_t size)
{
    struct heddle_thread *self = heddle_self;
    unsigned request = self && size ? self->requests++ : 0;
    memset(memory, 0, size);
    for (unsigned i = 0; self && i < heddle_input_count; i++) {
        const struct heddle_input *input = &heddle_inputs[i];
        if (input->request == request && strcmp(input->thread, self->name) == 0 && input->offset < size) {
            size_t room = size - input->offset;
            memcpy(memory + input->offset, &input->value, input->bytes < room ? input->bytes : room);
        }
    }
}

HEDDLE_WEAK void heddle_symbolic(void *memory, size_t size, const char *name)
{
    (void)name;
    heddle_point(HEDDLE_WRITE, memory, size, HEDDLE_CALLER, false);
    heddle_give(memory, size);
}

HEDDLE_WEAK void klee_make_symbolic(void *memory, size_t size, const char *name)
{
    (void)name;
    heddle_point(HEDDLE_WRITE, memory, size, HEDDLE_CALLER, false);
    heddle_give(memory, size);
}

HEDDLE_WEAK void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    heddle_point(HEDDLE_WRITE, memory, size, HEDDLE_CALLER, false);
    heddle_give(memory, size);
}

#define HEDDLE_NONDET(name, type)                                                                            \
    HEDDLE_WEAK type __VERIFIER_nondet_##name(void)                                                          \
    {                                                                                                        \
        type value;                                                                                          \
        heddle_give((char *)&value, sizeof value);                                                           \
        return value;                                                                                        \
    }
HEDDLE_NONDET(bool, unsigned char)
HEDDLE_NONDET(char, char)
HEDDLE_NONDET(uchar, unsigned char)
HEDDLE_NONDET(short, short)
HEDDLE_NONDET(ushort, unsigned short)
HEDDLE_NONDET(int, int)
HEDDLE_NONDET(uint, unsigned)
HEDDLE_NONDET(unsigned, unsigned)
HEDDLE_NONDET(long, long)
HEDDLE_NONDET(ulong, unsigned long)
HEDDLE_NONDET(longlong, long long)
HEDDLE_NONDET(ulonglong, unsigned long long)
HEDDLE_NONDET(size_t, size_t)
HEDDLE_NONDET(u8, uint8_t)
HEDDLE_NONDET(u16, uint16_t)
HEDDLE_NONDET(u32, uint32_t)
HEDDLE_NONDET(u64, uint64_t)
HEDDLE_NONDET(float, float)
HEDDLE_NONDET(double, double)
HEDDLE_NONDET(pointer, void *)
#ifdef __SIZEOF_INT128__
HEDDLE_NONDET(int128, __int128)
HEDDLE_NONDET(uint128, unsigned __int128)
#endif

// An execution in which an assumption does not hold is none to look at.
#define HEDDLE_ASSUME(name, type)                                                                            \
    HEDDLE_WEAK void name(type condition)                                                                    \
    {                                                                                                        \
        if (!condition)                                                                                      \
            _exit(0);                                                                                        \
    }
HEDDLE_ASSUME(heddle_assume, int)
HEDDLE_ASSUME(__VERIFIER_assume, int)
HEDDLE_ASSUME(__CPROVER_assume, int)
HEDDLE_ASSUME(__ESBMC_assume, int)
HEDDLE_ASSUME(klee_assume, uintptr_t)

#define HEDDLE_ASSERT(name)                                                                                  \
    HEDDLE_WEAK void name(int condition)                                                                     \
    {                                                                                                        \
        if (!condition)                                                                                      \
            heddle_fail("the condition does not hold: ", #name);                                             \
    }
HEDDLE_ASSERT(heddle_assert)
HEDDLE_ASSERT(__VERIFIER_assert)
HEDDLE_ASSERT(klee_assert)
HEDDLE_ASSERT(__CPROVER_assert)
HEDDLE_ASSERT(__ESBMC_assert)

#define HEDDLE_ERROR(name)                                                                                   \
    HEDDLE_WEAK void name(void)                                                                              \
    {                                                                                                        \
        heddle_fail("reached: ", #name);                                                                     \
    }
HEDDLE_ERROR(reach_error)
HEDDLE_ERROR(__VERIFIER_error)

// While the schedule is followed nobody else runs; afterwards sections exclude one another.
static pthread_mutex_t heddle_sections = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#define HEDDLE_SECTIONS(tool)                                                                                \
    HEDDLE_WEAK void tool##_atomic_begin(void)                                                               \
    {                                                                                                        \
        heddle_point(HEDDLE_ATOMIC_SECTION, NULL, 0, HEDDLE_CALLER, true);                                   \
        if (!heddle.follows && heddle_self)                                                                  \
            HEDDLE_REAL(pthread_mutex_lock)(&heddle_sections);                                               \
    }                                                                                                        \
    HEDDLE_WEAK void tool##_atomic_end(void)                                                                 \
    {                                                                                                        \
        HEDDLE_REAL(pthread_mutex_unlock)(&heddle_sections); /* does nothing where it is not held */         \
    }
HEDDLE_SECTIONS(heddle)
HEDDLE_SECTIONS(__VERIFIER)
HEDDLE_SECTIONS(__CPROVER)
HEDDLE_SECTIONS(__ESBMC)
