// ---- what the compiler calls before accesses

#define HEDDLE_ACCESS(name, operation, bytes)                                                                \
    HEDDLE_FUNCTION void __tsan_##name(void *memory)                                                         \
    {                                                                                                        \
        heddle_point(operation, memory, bytes, HEDDLE_CALLER, false);                                        \
        heddle_check_access(memory, bytes);                                                                  \
    }
#define HEDDLE_ACCESSES(bytes)                                                                               \
    HEDDLE_ACCESS(read##bytes, HEDDLE_READ, bytes)                                                           \
    HEDDLE_ACCESS(write##bytes, HEDDLE_WRITE, bytes)                                                         \
    HEDDLE_ACCESS(unaligned_read##bytes, HEDDLE_READ, bytes)                                                 \
    HEDDLE_ACCESS(unaligned_write##bytes, HEDDLE_WRITE, bytes)                                               \
    HEDDLE_ACCESS(volatile_read##bytes, HEDDLE_READ, bytes)                                                  \
    HEDDLE_ACCESS(volatile_write##bytes, HEDDLE_WRITE, bytes)                                                \
    HEDDLE_ACCESS(unaligned_volatile_read##bytes, HEDDLE_READ, bytes)                                        \
    HEDDLE_ACCESS(unaligned_volatile_write##bytes, HEDDLE_WRITE, bytes)                                      \
    HEDDLE_ACCESS(read_write##bytes, HEDDLE_WRITE, bytes)                                                    \
    HEDDLE_ACCESS(unaligned_read_write##bytes, HEDDLE_WRITE, bytes)
HEDDLE_ACCESSES(1)
HEDDLE_ACCESSES(2)
HEDDLE_ACCESSES(4)
HEDDLE_ACCESSES(8)
HEDDLE_ACCESSES(16)

#define HEDDLE_RANGE(name, operation)                                                                        \
    HEDDLE_FUNCTION void __tsan_##name##_range(void *memory, unsigned long size)                             \
    {                                                                                                        \
        heddle_point(operation, memory, size, HEDDLE_CALLER, false);                                         \
        heddle_check_access(memory, size);                                                                   \
    }
HEDDLE_RANGE(read, HEDDLE_READ)
HEDDLE_RANGE(write, HEDDLE_WRITE)

HEDDLE_FUNCTION void *__tsan_memcpy(void *to, const void *from, uintptr_t size)
{
    heddle_point(HEDDLE_READ, from, size, HEDDLE_CALLER, false);
    heddle_check_access(from, size);
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memcpy(to, from, size);
}

HEDDLE_FUNCTION void *__tsan_memmove(void *to, const void *from, uintptr_t size)
{
    heddle_point(HEDDLE_READ, from, size, HEDDLE_CALLER, false);
    heddle_check_access(from, size);
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memmove(to, from, size);
}

HEDDLE_FUNCTION void *__tsan_memset(void *to, int byte, uintptr_t size)
{
    heddle_point(HEDDLE_WRITE, to, size, HEDDLE_CALLER, false);
    heddle_check_access(to, size);
    return memset(to, byte, size);
}

HEDDLE_FUNCTION void __tsan_init(void) {}

#ifdef HEDDLE_LEAK
HEDDLE_FUNCTION void __tsan_func_entry(void *caller)
{
    (void)caller;
    if (heddle_depth++ < HEDDLE_DEPTH)
        heddle_calls[heddle_depth - 1] = HEDDLE_CALLER;
}

HEDDLE_FUNCTION void __tsan_func_exit(void)
{
    heddle_depth -= heddle_depth > 0;
}
#else
HEDDLE_FUNCTION void __tsan_func_entry(void *caller)
{
    (void)caller;
}

HEDDLE_FUNCTION void __tsan_func_exit(void) {}
#endif

// Atomic accesses are sequentially consistent here, which every memory order allows.
#define HEDDLE_ATOMIC_POINT(operation)                                                                       \
    heddle_point(operation, (const void *)memory, sizeof *memory, HEDDLE_CALLER, true);                      \
    heddle_check_access((const void *)memory, sizeof *memory)
#define HEDDLE_FETCH(bits, type, name, builtin)                                                              \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_##name(volatile type *memory, type value, int order)          \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        return builtin(memory, value, __ATOMIC_SEQ_CST);                                                     \
    }
#define HEDDLE_COMPARE(bits, type, name)                                                                     \
    HEDDLE_FUNCTION int __tsan_atomic##bits##_compare_exchange_##name(volatile type *memory, type *expected, \
                                                                      type value, int order, int failing)    \
    {                                                                                                        \
        (void)order, (void)failing;                                                                          \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        return __atomic_compare_exchange_n(memory, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
    }
#define HEDDLE_ATOMIC(bits, type)                                                                            \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_load(const volatile type *memory, int order)                  \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_READ);                                                                    \
        return __atomic_load_n(memory, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                        \
    HEDDLE_FUNCTION void __tsan_atomic##bits##_store(volatile type *memory, type value, int order)           \
    {                                                                                                        \
        (void)order;                                                                                         \
        HEDDLE_ATOMIC_POINT(HEDDLE_WRITE);                                                                   \
        __atomic_store_n(memory, value, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                        \
    HEDDLE_FETCH(bits, type, exchange, __atomic_exchange_n)                                                  \
    HEDDLE_FETCH(bits, type, fetch_add, __atomic_fetch_add)                                                  \
    HEDDLE_FETCH(bits, type, fetch_sub, __atomic_fetch_sub)                                                  \
    HEDDLE_FETCH(bits, type, fetch_and, __atomic_fetch_and)                                                  \
    HEDDLE_FETCH(bits, type, fetch_or, __atomic_fetch_or)                                                    \
    HEDDLE_FETCH(bits, type, fetch_xor, __atomic_fetch_xor)                                                  \
    HEDDLE_FETCH(bits, type, fetch_nand, __atomic_fetch_nand)                                                \
    HEDDLE_COMPARE(bits, type, strong)                                                                       \
    HEDDLE_COMPARE(bits, type, weak)                                                                         \
    HEDDLE_FUNCTION type __tsan_atomic##bits##_compare_exchange_val(volatile type *memory, type expected,    \
                                                                    type value, int order, int failing)      \
    {                                                                                                        \
        (void)order, (void)failing;                                                                          \
        HEDDLE_ATOMIC_POINT(HEDDLE_UPDATE);                                                                  \
        __atomic_compare_exchange_n(memory, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
        return expected;                                                                                     \
    }
HEDDLE_ATOMIC(8, uint8_t)
HEDDLE_ATOMIC(16, uint16_t)
HEDDLE_ATOMIC(32, uint32_t)
HEDDLE_ATOMIC(64, uint64_t)

HEDDLE_FUNCTION void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HEDDLE_FUNCTION void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
