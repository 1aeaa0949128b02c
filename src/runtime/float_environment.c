// <fenv.h>: numbers are rounded to nearest, and which exceptions there were is not known (docs/limits.md).
#include "runtime/runtime.h"

enum {
    ALL_EXCEPTIONS = 0x3d,
    TO_NEAREST = 0,
    TOWARD_ZERO = 0xc00,
};

// fexcept_t and fenv_t hold nothing here.
typedef unsigned short exceptions;

int fegetround(void)
{
    return TO_NEAREST;
}

int fesetround(int direction)
{
    if (direction & ~TOWARD_ZERO)
        return 1;
    if (direction != TO_NEAREST)
        __heddle_unmodelled("another rounding mode than to nearest");
    return 0;
}

int feclearexcept(int which)
{
    (void)which;
    return 0;
}

int feraiseexcept(int which)
{
    (void)which;
    return 0;
}

int fetestexcept(int which)
{
    int found = 0;
    which &= ALL_EXCEPTIONS;
    if (which)
        __heddle_unmodelled_input(&found, sizeof found, "floating-point exceptions");
    return found & which;
}

int fegetexceptflag(exceptions *flags, int which)
{
    (void)which;
    *flags = 0;
    return 0;
}

int fesetexceptflag(const exceptions *flags, int which)
{
    (void)which;
    (void)*(const volatile exceptions *)flags;
    return 0;
}

struct environment { // fenv_t
    unsigned short words[sizeof(void *) == 8 ? 16 : 14];
};
#define DEFAULT_ENVIRONMENT ((const struct environment *)-1)
#define NO_MASK_ENVIRONMENT ((const struct environment *)-2)

int fegetenv(struct environment *to)
{
    for (size_t k = 0; k < sizeof *to / sizeof *to->words; k++)
        to->words[k] = 0;
    return 0;
}

int feholdexcept(struct environment *to)
{
    return fegetenv(to);
}

int fesetenv(const struct environment *from)
{
    if (from == NO_MASK_ENVIRONMENT)
        __heddle_unmodelled("floating-point exceptions that are raised as signals");
    if (from != DEFAULT_ENVIRONMENT)
        (void)*(const volatile unsigned short *)from->words;
    return 0;
}

int feupdateenv(const struct environment *from)
{
    return fesetenv(from);
}

int fegetexcept(void)
{
    return 0;
}

int fedisableexcept(int which)
{
    (void)which;
    return 0;
}

int feenableexcept(int which)
{
    if (which & ALL_EXCEPTIONS)
        __heddle_unmodelled("floating-point exceptions that trap");
    return 0;
}
