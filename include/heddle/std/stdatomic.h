// C11's <stdatomic.h> as GCC has it, over clang's: operations take pointers to types that are not _Atomic,
// too. An access by them is atomic all the same. Found before clang's header, which it includes
// (docs/front-end.md).
#ifndef HEDDLE_STDATOMIC_H
#define HEDDLE_STDATOMIC_H

#include_next <stdatomic.h>

#ifdef __heddle__
// The pointer, to the _Atomic version of its type. No size is negative unless that version has other bytes
// than the type itself, as of a structure of three bytes: GCC calls its library then, and clang's header
// refuses it, too.
#define __heddle_atomic_of(object) _Atomic(__typeof_unqual__(*(object)))
#define __heddle_atomic(object)                                                                              \
    ((__heddle_atomic_of(object) *)(object) +                                                                \
     0 * sizeof(char[sizeof(__heddle_atomic_of(object)) == sizeof(*(object)) ? 1 : -1]))

#undef atomic_init
#define atomic_init(object, value) __c11_atomic_init(__heddle_atomic(object), value)

#undef atomic_store
#undef atomic_store_explicit
#define atomic_store_explicit(object, desired, order)                                                        \
    __c11_atomic_store(__heddle_atomic(object), desired, order)
#define atomic_store(object, desired) atomic_store_explicit(object, desired, __ATOMIC_SEQ_CST)

#undef atomic_load
#undef atomic_load_explicit
#define atomic_load_explicit(object, order) __c11_atomic_load(__heddle_atomic(object), order)
#define atomic_load(object) atomic_load_explicit(object, __ATOMIC_SEQ_CST)

#undef atomic_exchange
#undef atomic_exchange_explicit
#define atomic_exchange_explicit(object, desired, order)                                                     \
    __c11_atomic_exchange(__heddle_atomic(object), desired, order)
#define atomic_exchange(object, desired) atomic_exchange_explicit(object, desired, __ATOMIC_SEQ_CST)

#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure)                 \
    __c11_atomic_compare_exchange_strong(__heddle_atomic(object), expected, desired, success, failure)
#define atomic_compare_exchange_strong(object, expected, desired)                                            \
    atomic_compare_exchange_strong_explicit(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#define atomic_compare_exchange_weak_explicit(object, expected, desired, success, failure)                   \
    __c11_atomic_compare_exchange_weak(__heddle_atomic(object), expected, desired, success, failure)
#define atomic_compare_exchange_weak(object, expected, desired)                                              \
    atomic_compare_exchange_weak_explicit(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#define atomic_fetch_add_explicit(object, operand, order)                                                    \
    __c11_atomic_fetch_add(__heddle_atomic(object), operand, order)
#define atomic_fetch_add(object, operand) atomic_fetch_add_explicit(object, operand, __ATOMIC_SEQ_CST)

#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#define atomic_fetch_sub_explicit(object, operand, order)                                                    \
    __c11_atomic_fetch_sub(__heddle_atomic(object), operand, order)
#define atomic_fetch_sub(object, operand) atomic_fetch_sub_explicit(object, operand, __ATOMIC_SEQ_CST)

#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#define atomic_fetch_or_explicit(object, operand, order)                                                     \
    __c11_atomic_fetch_or(__heddle_atomic(object), operand, order)
#define atomic_fetch_or(object, operand) atomic_fetch_or_explicit(object, operand, __ATOMIC_SEQ_CST)

#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#define atomic_fetch_xor_explicit(object, operand, order)                                                    \
    __c11_atomic_fetch_xor(__heddle_atomic(object), operand, order)
#define atomic_fetch_xor(object, operand) atomic_fetch_xor_explicit(object, operand, __ATOMIC_SEQ_CST)

#undef atomic_fetch_and
#undef atomic_fetch_and_explicit
#define atomic_fetch_and_explicit(object, operand, order)                                                    \
    __c11_atomic_fetch_and(__heddle_atomic(object), operand, order)
#define atomic_fetch_and(object, operand) atomic_fetch_and_explicit(object, operand, __ATOMIC_SEQ_CST)
#endif

#endif
