# 0 "gcc_words.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "gcc_words.c"
# 1 "/usr/include/stdlib.h" 1 3 4
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *reallocarray (void *__ptr, unsigned long __nmemb, unsigned long __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__))
     __attribute__ ((__alloc_size__ (2, 3)))
    __attribute__ ((__malloc__ (free, 1)));
extern void *calloc (unsigned long __nmemb, unsigned long __size) __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (__builtin_free, 1))) __attribute__ ((__alloc_size__ (1, 2)));
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float64 strtof64 (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float32x strtof32x (const char *__restrict __nptr, char **__restrict __endptr);
extern _Float64x strtof64x (const char *__restrict __nptr, char **__restrict __endptr);
extern int fill (int *, unsigned long) __attribute__ ((__access__ (__write_only__, 1, 2))) __attribute__ ((__fd_arg__ (1)));
# 2 "gcc_words.c" 2
int linux = 1;
int tried(void)
{
    _Float32 narrow = 1.5f;
    _Float64x wide = 1.5;
    int *one = calloc(1, sizeof *one);
    if (!__builtin_mul_overflow_p(2147483647, 2, (int)0) || __builtin_add_overflow_p(2147483647, 1, (long)0) ||
        !__builtin_sub_overflow_p(1u, 2u, 0u) || __builtin_speculation_safe_value(linux, 0) != 1)
        return 0;
    *one = linux;
    int sum = (int)(narrow + (_Float64)wide) + *one;
    free(one);
    return sum;
}
