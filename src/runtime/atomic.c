// What the compiler calls for atomic objects that are larger than the processor's atomic operations. Each is
// one atomic section.
#include "runtime/runtime.h"

void __heddle_atomic_load(size_t size, const void *object, void *to, int order) __asm__("__atomic_load");
void __heddle_atomic_store(size_t size, void *object, const void *from, int order) __asm__("__atomic_store");
void __heddle_atomic_exchange(size_t size, void *object, const void *from, void *to,
                              int order) __asm__("__atomic_exchange");
bool __heddle_atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                                      int success, int failure) __asm__("__atomic_compare_exchange");
bool __heddle_atomic_is_lock_free(size_t size, const void *object) __asm__("__atomic_is_lock_free");

void __heddle_atomic_load(size_t size, const void *object, void *to, int order)
{
    (void)order;
    heddle_atomic_begin();
    memcpy(to, object, size);
    heddle_atomic_end();
}

void __heddle_atomic_store(size_t size, void *object, const void *from, int order)
{
    (void)order;
    heddle_atomic_begin();
    memcpy(object, from, size);
    heddle_atomic_end();
}

void __heddle_atomic_exchange(size_t size, void *object, const void *from, void *to, int order)
{
    (void)order;
    heddle_atomic_begin();
    memcpy(to, object, size);
    memcpy(object, from, size);
    heddle_atomic_end();
}

bool __heddle_atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                                      int success, int failure)
{
    (void)success;
    (void)failure;
    heddle_atomic_begin();
    bool equal = memcmp(object, expected, size) == 0;
    if (equal)
        memcpy(object, desired, size);
    else
        memcpy(expected, object, size);
    heddle_atomic_end();
    return equal;
}

bool __heddle_atomic_is_lock_free(size_t size, const void *object)
{
    (void)object;
    return size == 1 || size == 2 || size == 4 || size == 8;
}

// <stdatomic.h> as functions, for programs that avoid the macros.
void atomic_thread_fence(int order)
{
    __atomic_thread_fence(order);
}

void atomic_signal_fence(int order)
{
    (void)order;
}
