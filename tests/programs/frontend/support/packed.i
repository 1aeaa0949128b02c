# 1 "packed.c"
static int calls;
extern int __printf_chk (int __flag, const char *__restrict __format, ...);
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) int printf (const char *__restrict __fmt, ...)
{
  calls++;
  return __printf_chk (1, __fmt, __builtin_va_arg_pack ());
}
int tried(void)
{
  printf ("%d", 3);
  return calls - 1;
}
