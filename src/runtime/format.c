// Reading a format and its arguments: what all of printf's family does.
#include "runtime/format.h"

static bool read_format_number(const char **format, int *number)
{
    *number = 0;
    for (; __runtime_is_digit((unsigned char)**format); ++*format) {
        int digit = **format - '0';
        if (*number > (INT_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static void read_flags(const char **format, struct runtime_conversion *conversion)
{
    for (;; ++*format) {
        switch (**format) {
        case '-': conversion->left = true; break;
        case '+': conversion->plus = true; break;
        case ' ': conversion->space = true; break;
        case '#': conversion->alternate = true; break;
        case '0': conversion->zeros = true; break;
        case '\'':
        case 'I': break; // no grouping and no other digits in the C locale
        default: return;
        }
    }
}

static bool read_width(const char **format, struct runtime_conversion *conversion,
                       struct runtime_arguments *arguments)
{
    if (**format != '*')
        return read_format_number(format, &conversion->width);
    ++*format;
    int width = va_arg(arguments->list, int);
    if (width < 0) {
        conversion->left = true;
        if (width == INT_MIN)
            return false;
        width = -width;
    }
    conversion->width = width;
    return true;
}

static bool read_precision(const char **format, struct runtime_conversion *conversion,
                           struct runtime_arguments *arguments)
{
    if (**format != '.')
        return true;
    ++*format;
    if (**format != '*')
        return read_format_number(format, &conversion->precision);
    ++*format;
    int precision = va_arg(arguments->list, int);
    conversion->precision = precision < 0 ? -1 : precision;
    return true;
}

static char read_format_length(const char **format)
{
    char first = **format;
    switch (first) {
    case 'h':
    case 'l':
        ++*format;
        if (**format != first)
            return first;
        ++*format;
        return first == 'h' ? 'H' : 'q';
    case 'j':
    case 'z':
    case 't':
    case 'L':
    case 'q': ++*format; return first;
    case 'Z': ++*format; return 'z';
    default: return 0;
    }
}

static int64_t fetch_signed(struct runtime_arguments *arguments, char length)
{
    switch (length) {
    case 'H': return (signed char)va_arg(arguments->list, int);
    case 'h': return (short)va_arg(arguments->list, int);
    case 'l': return va_arg(arguments->list, long);
    case 'z':
    case 't': return va_arg(arguments->list, ptrdiff_t);
    case 'j':
    case 'L':
    case 'q': return va_arg(arguments->list, long long);
    default: return va_arg(arguments->list, int);
    }
}

static uint64_t fetch_unsigned(struct runtime_arguments *arguments, char length)
{
    switch (length) {
    case 'H': return (unsigned char)va_arg(arguments->list, unsigned);
    case 'h': return (unsigned short)va_arg(arguments->list, unsigned);
    case 'l': return va_arg(arguments->list, unsigned long);
    case 'z':
    case 't': return va_arg(arguments->list, size_t);
    case 'j':
    case 'L':
    case 'q': return va_arg(arguments->list, unsigned long long);
    default: return va_arg(arguments->list, unsigned);
    }
}

static void format_text(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                        const char *text);

static void format_signed(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                          struct runtime_arguments *arguments)
{
    int64_t value = fetch_signed(arguments, conversion->length);
    if (sink->descriptor >= 0 && __heddle_is_symbolic((uint64_t)value)) {
        uint64_t negative = (uint64_t)value >> 63;
        __runtime_format_symbolic_integer(sink, conversion, ((uint64_t)value ^ (0 - negative)) + negative,
                                          (unsigned)negative);
    } else {
        bool negative = value < 0;
        __runtime_format_integer(sink, conversion, negative ? 0 - (uint64_t)value : (uint64_t)value,
                                 negative);
    }
}

static void format_unsigned(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                            uint64_t value)
{
    if (sink->descriptor >= 0 && __heddle_is_symbolic(value))
        __runtime_format_symbolic_integer(sink, conversion, value, 0);
    else if (conversion->letter == 'p' && value == 0)
        format_text(sink, conversion, "(nil)");
    else
        __runtime_format_integer(sink, conversion, value, false);
}

static void format_character(struct runtime_sink *sink, const struct runtime_conversion *conversion, char c)
{
    if (!conversion->left)
        __runtime_sink_fill(sink, ' ', conversion->width - 1);
    if (sink->descriptor >= 0 && __heddle_is_symbolic((unsigned char)c))
        __runtime_format_placeholder(sink);
    else
        __runtime_sink_put(sink, c);
    sink->count++;
    if (conversion->left)
        __runtime_sink_fill(sink, ' ', conversion->width - 1);
}

// What was printed so far, with a terminator, must not overlap the text that was read for it. glibc, too,
// writes the first byte before it reads anything.
static void check_sink_apart(const struct runtime_sink *sink, const void *text, size_t read)
{
    if (sink->is_callers)
        __heddle_apart(sink->out, sink->used + 1, text, read, "printing to memory that an argument overlaps");
}

// Reads no byte of the text beyond its terminator or the precision.
static void format_text(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                        const char *text)
{
    size_t most =
        conversion->precision < 0 || conversion->letter == 'p' ? SIZE_MAX : (size_t)conversion->precision;
    size_t length = 0, begin = sink->used;
    if (conversion->width && !conversion->left) {
        most = __runtime_length_within(text, most);
        __runtime_sink_fill(sink, ' ', most < INT_MAX ? conversion->width - (int)most : 0);
        begin = sink->used;
        for (; length < most; length++)
            __runtime_sink_put(sink, text[length]);
    } else {
        for (; length < most && text[length]; length++)
            __runtime_sink_put(sink, text[length]);
    }
    __runtime_sink_note_text(sink, begin);
    check_sink_apart(sink, text, length + (length < most));
    sink->count += (unsigned)length;
    if (conversion->left)
        __runtime_sink_fill(sink, ' ', length < INT_MAX ? conversion->width - (int)length : 0);
}

static void format_string(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                          const char *text)
{
    static const char null_text[] = "(null)";
    if (text)
        format_text(sink, conversion, text);
    else if (conversion->precision < 0 || conversion->precision >= (int)sizeof null_text - 1)
        format_text(sink, conversion, null_text);
    else
        format_text(sink, conversion, "");
}

// Wide characters of the C locale; false: others are among them.
static bool format_wide_text(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                             const int *text)
{
    size_t most = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision, length = 0;
    if (!text) {
        format_string(sink, conversion, NULL);
        return true;
    }
    for (; length < most && text[length]; length++)
        if ((unsigned)text[length] > 127)
            return false;
    int padding = length < INT_MAX ? conversion->width - (int)length : 0;
    if (!conversion->left)
        __runtime_sink_fill(sink, ' ', padding);
    size_t begin = sink->used;
    for (size_t i = 0; i < length; i++)
        __runtime_sink_put(sink, (char)text[i]);
    __runtime_sink_note_text(sink, begin);
    check_sink_apart(sink, text, (length + (length < most)) * sizeof *text);
    sink->count += (unsigned)length;
    if (conversion->left)
        __runtime_sink_fill(sink, ' ', padding);
    return true;
}

static bool format_wide_character(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                                  unsigned character)
{
    if (character > 127)
        return false;
    format_character(sink, conversion, (char)character);
    return true;
}

static void store_count(const struct runtime_sink *sink, struct runtime_arguments *arguments, char length)
{
    void *to = va_arg(arguments->list, void *);
    switch (length) {
    case 'H': *(signed char *)to = (signed char)sink->count; break;
    case 'h': *(short *)to = (short)sink->count; break;
    case 'l': *(long *)to = (long)sink->count; break;
    case 'z':
    case 't': *(size_t *)to = sink->count; break;
    case 'j':
    case 'L':
    case 'q': *(long long *)to = sink->count; break;
    default: *(int *)to = (int)sink->count; break;
    }
}

// One conversion; false: its letter is none of C's.
static bool format_argument(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                            struct runtime_arguments *arguments)
{
    switch (conversion->letter) {
    case 'd':
    case 'i': format_signed(sink, conversion, arguments); return true;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B': format_unsigned(sink, conversion, fetch_unsigned(arguments, conversion->length)); return true;
    case 'p': format_unsigned(sink, conversion, (uintptr_t)va_arg(arguments->list, void *)); return true;
    case 'c':
        if (conversion->length == 'l')
            return format_wide_character(sink, conversion, va_arg(arguments->list, unsigned));
        format_character(sink, conversion, (char)va_arg(arguments->list, int));
        return true;
    case 's':
        if (conversion->length == 'l')
            return format_wide_text(sink, conversion, va_arg(arguments->list, const int *));
        format_string(sink, conversion, va_arg(arguments->list, const char *));
        return true;
    case 'm': format_text(sink, conversion, __runtime_strerror(errno)); return true;
    case 'n': store_count(sink, arguments, conversion->length); return true;
    case '%':
        __runtime_sink_put(sink, '%');
        sink->count++;
        return true;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (conversion->length == 'L')
            __runtime_format_long_double(sink, conversion, va_arg(arguments->list, long double));
        else
            __runtime_format_double(sink, conversion, va_arg(arguments->list, double));
        return true;
    default: return false;
    }
}

int __runtime_format(struct runtime_sink *sink, const char *format, struct runtime_arguments *arguments)
{
    while (*format) {
        const char *literal = format;
        while (*format && *format != '%')
            format++;
        if (format != literal)
            __runtime_sink_write(sink, literal, (size_t)(format - literal));
        if (!*format)
            break;
        struct runtime_conversion conversion = {.precision = -1};
        const char *start = format++;
        read_flags(&format, &conversion);
        if (!read_width(&format, &conversion, arguments) ||
            !read_precision(&format, &conversion, arguments)) {
            errno = EOVERFLOW;
            return -1;
        }
        conversion.length = read_format_length(&format);
        conversion.letter = *format;
        if (!format_argument(sink, &conversion, arguments)) {
            __heddle_unmodelled_value(
                start); // positional arguments, wide characters beyond ASCII, or undefined behaviour
            return -1;
        }
        format++;
    }
    return sink->failed ? -1 : (int)sink->count;
}
