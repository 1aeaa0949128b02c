// Numbers in printf's formats.
#include "runtime/format.h"

enum { MOST_DIGITS = 64 }; // of a 64-bit number, in base 2

// Bits of a digit of the conversion's base; 0: decimal.
static unsigned digit_bits(char letter)
{
    switch (letter) {
    case 'b':
    case 'B': return 1;
    case 'o': return 3;
    case 'x':
    case 'X':
    case 'p': return 4;
    default: return 0;
    }
}

static bool is_signed(char letter)
{
    return letter == 'd' || letter == 'i';
}

static char sign_of(const struct runtime_conversion *conversion, bool negative)
{
    if (!is_signed(conversion->letter) && conversion->letter != 'p')
        return 0;
    return negative ? '-' : conversion->plus ? '+' : conversion->space ? ' ' : 0;
}

// Writes the digits so that they end before `end`, and returns where they begin.
static char *write_digits(char *end, uint64_t magnitude, char letter)
{
    unsigned bits = digit_bits(letter);
    const char *alphabet = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    if (bits == 0 && magnitude <= UINT32_MAX) {
        uint32_t small = (uint32_t)magnitude;
        for (; small; small /= 10)
            *--end = (char)('0' + small % 10);
    } else if (bits == 0) {
        for (; magnitude; magnitude /= 10)
            *--end = (char)('0' + magnitude % 10);
    } else {
        for (; magnitude; magnitude >>= bits)
            *--end = alphabet[magnitude & ((1u << bits) - 1)];
    }
    return end;
}

void __runtime_format_integer(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                              uint64_t magnitude, bool negative)
{
    char letter = conversion->letter;
    char digits[MOST_DIGITS], prefix[3];
    char *first = write_digits(digits + MOST_DIGITS, magnitude, letter);
    int count = (int)(digits + MOST_DIGITS - first), prefix_length = 0;
    char sign = sign_of(conversion, negative);
    if (sign)
        prefix[prefix_length++] = sign;
    if ((conversion->alternate || letter == 'p') && magnitude && (letter | 32) != 'o' && digit_bits(letter)) {
        prefix[prefix_length++] = '0';
        prefix[prefix_length++] = letter == 'p' ? 'x' : letter;
    }
    int zeros = (conversion->precision < 0 ? 1 : conversion->precision) - count;
    if (letter == 'o' && conversion->alternate && zeros <= 0 && (magnitude || count == 0))
        zeros = 1;
    if (zeros < 0)
        zeros = 0;
    int padding = conversion->width - prefix_length - zeros - count;
    if (conversion->zeros && !conversion->left && conversion->precision < 0 && padding > 0) {
        zeros += padding;
        padding = 0;
    }
    if (!conversion->left && padding > 0)
        __runtime_sink_fill(sink, ' ', padding);
    for (int i = 0; i < prefix_length; i++) // one by one, as glibc does
        __runtime_sink_put(sink, prefix[i]);
    sink->count += (unsigned)prefix_length;
    if (zeros)
        __runtime_sink_fill(sink, '0', zeros);
    __runtime_sink_write(sink, first, (size_t)count);
    if (conversion->left && padding > 0)
        __runtime_sink_fill(sink, ' ', padding);
}

void __runtime_format_placeholder(struct runtime_sink *sink)
{
    for (const char *text = "<symbolic>"; *text; text++)
        __runtime_sink_put(sink, *text);
}

static unsigned larger_width(unsigned a, unsigned b)
{
    return a + ((b - a) & (0u - (b > a)));
}

// The number of digits, 0 for 0.
static unsigned count_digits(uint64_t magnitude, char letter)
{
    unsigned bits = digit_bits(letter), count = magnitude != 0;
    if (bits) {
        for (unsigned shift = bits; shift < 64; shift += bits)
            count += (magnitude >> shift) != 0;
    } else {
        uint64_t power = 10;
        for (int i = 1; i < 20; i++, power *= 10)
            count += magnitude >= power;
    }
    return count;
}

void __runtime_format_symbolic_integer(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                                       uint64_t magnitude, unsigned negative)
{
    char letter = conversion->letter;
    unsigned digits = count_digits(magnitude, letter), nonzero = magnitude != 0;
    unsigned least = conversion->precision < 0 ? 1 : (unsigned)conversion->precision;
    if (letter == 'o' && conversion->alternate)
        digits += 1;
    digits = larger_width(digits, least);
    if (letter == 'p')
        digits = (digits + 2) * nonzero + 5 * (1 - nonzero); // 0x... or (nil)
    else if (conversion->alternate && letter != 'o' && digit_bits(letter))
        digits += 2 * nonzero;
    if (is_signed(letter))
        digits += conversion->plus || conversion->space ? 1 : negative;
    __runtime_format_placeholder(sink);
    sink->count += larger_width(digits, (unsigned)conversion->width);
}

// The longest specification: %, five flags, two numbers, a point, L, the letter.
enum { MOST_SPECIFICATION = 36, SHORT_TEXT = 64 };

static char *write_decimal(char *to, int number)
{
    char digits[MOST_DIGITS];
    char *first = write_digits(digits + MOST_DIGITS, (uint64_t)number, 'd');
    size_t count = (size_t)(digits + MOST_DIGITS - first);
    memcpy(to, first, count);
    return to + count;
}

// The specification as the host's printf takes it, without `*`.
static void write_specification(char *to, const struct runtime_conversion *conversion, bool long_double)
{
    *to++ = '%';
    if (conversion->left)
        *to++ = '-';
    if (conversion->plus)
        *to++ = '+';
    if (conversion->space)
        *to++ = ' ';
    if (conversion->alternate)
        *to++ = '#';
    if (conversion->zeros)
        *to++ = '0';
    to = write_decimal(to, conversion->width);
    if (conversion->precision >= 0) {
        *to++ = '.';
        to = write_decimal(to, conversion->precision);
    }
    if (long_double)
        *to++ = 'L';
    *to++ = conversion->letter;
    *to = 0;
}

int __VERIFIER_nondet_int(void);

// The length of an input's digits is not known, so it is an input too. Not by an assumption: all that comes
// after printing would depend on that.
static void format_symbolic_float(struct runtime_sink *sink, const struct runtime_conversion *conversion)
{
    enum { MOST_LENGTH = 5000 };
    unsigned more = (unsigned)__VERIFIER_nondet_int(); // characters than one
    unsigned most =
        larger_width((unsigned)conversion->width, (unsigned)(conversion->precision + 1)) + MOST_LENGTH;
    __runtime_format_placeholder(sink);
    sink->count += 1 + (more & -(unsigned)(more < most));
}

static size_t count_characters(const char *text, size_t length, char character)
{
    size_t count = 0;
    while (count < length && text[count] == character)
        count++;
    return count;
}

static void write_singly(struct runtime_sink *sink, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        __runtime_sink_put(sink, text[i]);
    sink->count += (unsigned)length;
}

// The digits and what is between them, without zeros that pad them.
static void write_float_digits(struct runtime_sink *sink, const char *text, size_t length, bool hexadecimal)
{
    enum { LONGEST_SINGLY = 20 };
    size_t exponent = 0, zeros = 0;
    while (hexadecimal && exponent < length && (text[exponent] | 32) != 'p')
        exponent++;
    while (zeros + 2 < exponent && text[exponent - zeros - 1] == '0')
        zeros++; // in the fraction: the precision asked for them
    if (exponent) {
        write_singly(sink, text, exponent - zeros);
        __runtime_sink_fill(sink, '0', (int)zeros);
        write_singly(sink, text + exponent, length - exponent);
    } else if (length <= LONGEST_SINGLY) {
        write_singly(sink, text, length);
    } else {
        __runtime_sink_write(sink, text, length);
    }
}

// A number of the host's, in the pieces in which glibc writes it: padding, its sign, zeros that pad it, and
// what is left, if that is short one character at a time.
static void write_host_number(struct runtime_sink *sink, const char *text, size_t length)
{
    if (!sink->pieces) {
        __runtime_sink_write(sink, text, length);
        return;
    }
    size_t begin = count_characters(text, length, ' '), end = length;
    while (end > begin && text[end - 1] == ' ')
        end--;
    __runtime_sink_fill(sink, ' ', (int)begin);
    if (begin < end && (text[begin] == '-' || text[begin] == '+'))
        write_singly(sink, text + begin++, 1);
    bool hexadecimal = end - begin > 2 && (text[begin + 1] | 32) == 'x';
    if (hexadecimal) {
        write_singly(sink, text + begin, 2);
        begin += 2;
    }
    size_t zeros = count_characters(text + begin, end - begin, '0');
    bool is_padding =
        zeros < end - begin && (__runtime_is_digit((unsigned char)text[begin + zeros]) ||
                                (hexadecimal && (unsigned)(text[begin + zeros] | 32) - 'a' < 6));
    if (zeros && !is_padding)
        zeros--; // the last one is a digit
    __runtime_sink_fill(sink, '0', (int)zeros);
    begin += zeros;
    write_float_digits(sink, text + begin, end - begin, hexadecimal);
    __runtime_sink_fill(sink, ' ', (int)(length - end));
}

#define FORMAT_FLOAT(name, type, is_long, native)                                                            \
    static void name(struct runtime_sink *sink, const struct runtime_conversion *conversion, type value)     \
    {                                                                                                        \
        char specification[MOST_SPECIFICATION], text[SHORT_TEXT];                                            \
        write_specification(specification, conversion, is_long);                                             \
        int length = native(text, SHORT_TEXT, specification, value);                                         \
        if (length < SHORT_TEXT) {                                                                           \
            write_host_number(sink, text, (size_t)length);                                                   \
            return;                                                                                          \
        }                                                                                                    \
        char long_text[length + 1];                                                                          \
        native(long_text, (size_t)length + 1, specification, value);                                         \
        write_host_number(sink, long_text, (size_t)length);                                                  \
    }
FORMAT_FLOAT(format_double, double, false, __heddle_format_double)
FORMAT_FLOAT(format_long_double, long double, true, __heddle_format_long_double)

void __runtime_format_double(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                             double value)
{
    union {
        double number;
        uint64_t bits;
    } image = {value};
    if (sink->descriptor >= 0 && __heddle_is_symbolic(image.bits))
        format_symbolic_float(sink, conversion);
    else
        format_double(sink, conversion, value);
}

void __runtime_format_long_double(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                                  long double value)
{
    union {
        long double number;
        struct {
            uint64_t low;
            uint16_t high;
        } bits;
    } image = {value};
    if (sink->descriptor >= 0 &&
        (__heddle_is_symbolic(image.bits.low) || __heddle_is_symbolic(image.bits.high)))
        format_symbolic_float(sink, conversion);
    else
        format_long_double(sink, conversion, value);
}
