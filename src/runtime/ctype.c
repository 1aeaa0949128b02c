// <ctype.h> for the C locale: functions, which only compute, and the tables that glibc's macros look into.
#include "runtime/runtime.h"

// Bits as in glibc's headers on little-endian machines, for characters -128 to 255; only 0 to 127 have any.
enum { TABLE_START = 128 };
const unsigned short __runtime_class_table[384] = {
    [TABLE_START] = 0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x2003,
    0x2002,
    0x2002,
    0x2002,
    0x2002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x0002,
    0x6001,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xd808,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xd508,
    0xd508,
    0xd508,
    0xd508,
    0xd508,
    0xd508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc508,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0xd608,
    0xd608,
    0xd608,
    0xd608,
    0xd608,
    0xd608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc608,
    0xc004,
    0xc004,
    0xc004,
    0xc004,
    0x0002,
};
static const unsigned short *const class_start = __runtime_class_table + TABLE_START;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&class_start;
}

#define IDENTITY8(c) (c), (c) + 1, (c) + 2, (c) + 3, (c) + 4, (c) + 5, (c) + 6, (c) + 7
#define IDENTITY32(c) IDENTITY8(c), IDENTITY8((c) + 8), IDENTITY8((c) + 16), IDENTITY8((c) + 24)
#define IDENTITY128(c) IDENTITY32(c), IDENTITY32((c) + 32), IDENTITY32((c) + 64), IDENTITY32((c) + 96)
#define NEGATIVE                                                                                             \
    IDENTITY32(128), IDENTITY32(160), IDENTITY32(192), IDENTITY8(224), IDENTITY8(232), IDENTITY8(240), 248,  \
        249, 250, 251, 252, 253, 254, -1
#define LETTERS(a) IDENTITY8(a), IDENTITY8((a) + 8), IDENTITY8((a) + 16), (a) + 24, (a) + 25
// 0 to 127 with the alphabets starting at `upper` and `lower` in the letters' places.
#define ASCII(upper, lower)                                                                                  \
    IDENTITY32(0), IDENTITY32(32), '@', LETTERS(upper), '[', '\\', ']', '^', '_', '`', LETTERS(lower), '{',  \
        '|', '}', '~', 127

// As glibc's, they map bytes that were sign-extended to the unsigned ones, but for EOF.
const int32_t __runtime_lower_table[384] = {NEGATIVE, ASCII('a', 'a'), IDENTITY128(128)};
const int32_t __runtime_upper_table[384] = {NEGATIVE, ASCII('A', 'A'), IDENTITY128(128)};
static const int32_t *const lower_start = __runtime_lower_table + TABLE_START;
static const int32_t *const upper_start = __runtime_upper_table + TABLE_START;

const int32_t **__ctype_tolower_loc(void)
{
    return (const int32_t **)&lower_start;
}

const int32_t **__ctype_toupper_loc(void)
{
    return (const int32_t **)&upper_start;
}

size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}

#define CLASS(name, condition)                                                                               \
    int name(int c)                                                                                          \
    {                                                                                                        \
        return condition;                                                                                    \
    }
CLASS(isdigit, __runtime_is_digit(c))
CLASS(isupper, __runtime_is_upper(c))
CLASS(islower, __runtime_is_lower(c))
CLASS(isalpha, __runtime_is_alpha(c))
CLASS(isalnum, __runtime_is_alpha(c) | __runtime_is_digit(c))
CLASS(isxdigit, __runtime_is_digit(c) | (((unsigned)c | 32) - 'a' < 6))
CLASS(isspace, __runtime_is_space(c))
CLASS(isblank, (c == ' ') | (c == '\t'))
CLASS(iscntrl, ((unsigned)c < 32) | (c == 127))
CLASS(isprint, (unsigned)c - 32 < 95)
CLASS(isgraph, (unsigned)c - 33 < 94)
CLASS(ispunct, ((unsigned)c - 33 < 94) & !(__runtime_is_alpha(c) | __runtime_is_digit(c)))
CLASS(isascii, (unsigned)c < 128)
CLASS(toascii, c & 127)
CLASS(tolower, __runtime_to_lower(c))
CLASS(toupper, __runtime_to_upper(c))
