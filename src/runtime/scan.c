// sscanf, fscanf and scanf: reading a text by a format. What is left of a stream is read as a text.
#include "runtime/format.h"
#include "runtime/numbers.h"

struct scan {
    const char *start, *at; // the input and the place in it
    struct runtime_arguments *arguments;
    int assigned;
    const char *looked; // where a character, or the end, was looked at last; NULL: nowhere yet
};

// A conversion specification. `set` of %[ is a bit map.
struct directive {
    bool suppressed, allocates;
    size_t width; // SIZE_MAX: none
    char length, letter;
    uint64_t set[4];
};

// How a conversion ended; the last two end the scan.
enum outcome { MATCHED, MISMATCHED, INPUT_ENDED, NOT_MODELLED };

typedef int wide; // wchar_t

// Remembers that the next character was looked at: glibc reads it from the stream, and puts it back.
static void note_looked_at(struct scan *scan)
{
    scan->looked = scan->at;
}

static void skip_scanned_spaces(struct scan *scan)
{
    while (__runtime_is_space((unsigned char)*scan->at))
        scan->at++;
    note_looked_at(scan);
}

static char read_scan_length(const char **format)
{
    char first = *(*format)++;
    switch (first) {
    case 'h':
        if (**format != 'h')
            return 'h';
        ++*format;
        return 'H';
    case 'l':
        if (**format != 'l')
            return 'l';
        ++*format;
        return 'q';
    case 'j':
    case 'z':
    case 't':
    case 'L':
    case 'q': return first;
    default: --*format; return 0;
    }
}

static bool set_has(const struct directive *directive, unsigned char c)
{
    return directive->set[c / 64] >> c % 64 & 1;
}

static void set_add(struct directive *directive, unsigned from, unsigned to)
{
    for (unsigned c = from; c <= to; c++)
        directive->set[c / 64] |= (uint64_t)1 << c % 64;
}

// Reads the set of %[ from after the bracket to after its end; false if it has none.
static bool read_set(const char **format, struct directive *directive)
{
    const char *at = *format;
    bool inverted = *at == '^';
    at += inverted;
    const char *first = at;
    for (; *at && (*at != ']' || at == first); at++) {
        unsigned char from = (unsigned char)at[0], to = from;
        if (at[1] == '-' && at[2] && at[2] != ']' && (unsigned char)at[2] >= from) {
            to = (unsigned char)at[2];
            at += 2;
        }
        set_add(directive, from, to);
    }
    for (int i = 0; inverted && i < 4; i++)
        directive->set[i] = ~directive->set[i];
    *format = at + (*at != 0);
    return *at;
}

static bool read_directive(const char **format, struct directive *directive)
{
    *directive = (struct directive){.width = SIZE_MAX};
    if (**format == '*') {
        directive->suppressed = true;
        ++*format;
    }
    if (__runtime_is_digit((unsigned char)**format)) {
        size_t width = 0;
        for (; __runtime_is_digit((unsigned char)**format); ++*format)
            width = width * 10 + (size_t)(**format - '0');
        directive->width = width ? width : SIZE_MAX;
    }
    if (**format == 'm') {
        directive->allocates = true;
        ++*format;
    }
    directive->length = read_scan_length(format);
    directive->letter = **format;
    if (directive->letter)
        ++*format;
    return directive->letter != '[' || read_set(format, directive);
}

static void store_integer(struct scan *scan, const struct directive *directive, uint64_t value)
{
    void *to = va_arg(scan->arguments->list, void *);
    switch (directive->letter == 'p' ? 'z' : directive->length) {
    case 'H': *(char *)to = (char)value; break;
    case 'h': *(short *)to = (short)value; break;
    case 'l': *(long *)to = (long)value; break;
    case 'z':
    case 't': *(size_t *)to = (size_t)value; break;
    case 'j':
    case 'L':
    case 'q': *(uint64_t *)to = value; break;
    default: *(int *)to = (int)value; break;
    }
}

static int base_of(char letter)
{
    switch (letter) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
    }
}

static unsigned scan_digit_value(int c)
{
    return __runtime_is_digit(c)   ? (unsigned)c - '0'
           : __runtime_is_alpha(c) ? ((unsigned)c | 32) - 'a' + 10
                                   : 99;
}

// The value as strtol or strtoul with the width of the destination's longest type (long, or 64 bits) gives
// it.
static uint64_t saturate(const struct directive *directive, uint64_t magnitude, bool negative, bool overflow)
{
    bool is_signed = directive->letter == 'd' || directive->letter == 'i';
    bool is_wide = directive->length == 'q' || directive->length == 'j' || directive->length == 'L';
    uint64_t most = is_wide ? UINT64_MAX : ULONG_MAX;
    if (is_signed) {
        most /= 2;
        if (overflow || magnitude > most + negative)
            return negative ? 0 - most - 1 : most;
    } else if (overflow || magnitude > most) {
        return most;
    }
    return negative ? 0 - magnitude : magnitude;
}

static enum outcome scan_integer(struct scan *scan, const struct directive *directive)
{
    const char *at = scan->at;
    size_t left = directive->width;
    unsigned base = (unsigned)base_of(directive->letter);
    bool negative = *at == '-', any = false, overflow = false;
    if (negative || *at == '+') {
        at++;
        left--;
    }
    if (left &&
        *at == '0') { // the 0 of a prefix is a number by itself, but the x must be followed by a digit
        at++;
        left--;
        any = true;
        if (left && (base == 0 || base == 16) && (*at | 32) == 'x') {
            at++;
            left--;
            base = 16;
        } else if (base == 0) {
            base = 8;
        }
    }
    base = base ? base : 10;
    uint64_t value = 0;
    for (unsigned digit; left && (digit = scan_digit_value((unsigned char)*at)) < base; at++, left--) {
        any = true;
        overflow |= value > (UINT64_MAX - digit) / base;
        value = value * base + digit;
    }
    if (!any && directive->letter == 'p' && at == scan->at && strncmp(at, "(nil)", 5) == 0 && left >= 5) {
        at += 5;
        any = true;
    }
    scan->at = at;
    note_looked_at(scan); // also where the width ends
    if (!any)
        return MISMATCHED;
    if (!directive->suppressed) {
        store_integer(scan, directive, saturate(directive, value, negative, overflow));
        scan->assigned++;
    }
    return MATCHED;
}

// As glibc, takes "1e+" and "0x." for the number they begin with, but neither "0x" nor "infin".
static bool is_refused(const char *text, size_t length, size_t number)
{
    size_t sign = length && (*text == '-' || *text == '+');
    if (number >= length)
        return number == 0;
    return number == 0 || __runtime_is_alpha((unsigned char)text[sign]) ||
           (length == sign + 2 && (text[sign + 1] | 32) == 'x');
}

// Nothing that follows nan or infinity can belong to it.
static bool is_whole_word(const char *text, size_t length, size_t number)
{
    enum { NAN_LENGTH = 3, INFINITY_LENGTH = 8 };
    size_t sign = length && (*text == '-' || *text == '+'), letters = length - sign;
    return number >= length && letters && __runtime_is_alpha((unsigned char)text[sign]) &&
           letters == ((text[sign] | 32) == 'n' ? NAN_LENGTH : INFINITY_LENGTH);
}

static enum outcome scan_float(struct scan *scan, const struct directive *directive)
{
    const char *text = scan->at;
    size_t number, length = __runtime_match_float(text, directive->width, &number);
    scan->at += length;
    if (length < directive->width && !is_whole_word(text, length, number))
        note_looked_at(scan);
    if (is_refused(text, length, number))
        return MISMATCHED;
    if (number > length)
        number = length; // of nan(...), which strtod takes whole, scanf reads nan
    if (directive->suppressed)
        return MATCHED;
    void *to = va_arg(scan->arguments->list, void *);
    if (directive->length == 'L' || directive->length == 'q')
        *(long double *)to = __runtime_parse_long_double(text, number);
    else if (directive->length == 'l')
        *(double *)to = __runtime_parse_double(text, number);
    else
        *(float *)to = __runtime_parse_float(text, number);
    scan->assigned++;
    return MATCHED;
}

// Whether %s, %[ or %c takes the character.
static bool takes(const struct directive *directive, unsigned char c)
{
    if (!c)
        return false;
    if (directive->letter == 's')
        return !__runtime_is_space(c);
    return directive->letter == 'c' || set_has(directive, c);
}

// A character of a text that is taken, or the zero behind it, in the element of that number.
static void store_character(char *to, bool is_wide, size_t element, unsigned char c)
{
    if (!is_wide)
        to[element] = (char)c;
    else if (c > 127)
        __heddle_unmodelled("scanf of multibyte characters outside ASCII");
    else
        ((wide *)(void *)to)[element] = c;
}

static enum outcome scan_text(struct scan *scan, const struct directive *directive)
{
    bool is_character = directive->letter == 'c', is_wide = directive->length == 'l';
    size_t most = is_character && directive->width == SIZE_MAX ? 1 : directive->width, length = 0;
    char *to = NULL, **allocated = NULL;
    if (directive->allocates && !directive->suppressed) {
        while (length < most && takes(directive, (unsigned char)scan->at[length]))
            length++;
        allocated = va_arg(scan->arguments->list, char **);
        if (length && !(to = malloc((length + !is_character) * (is_wide ? sizeof(wide) : 1))))
            return INPUT_ENDED;
        most = length;
        length = 0;
    } else if (!directive->suppressed) {
        to = va_arg(scan->arguments->list, char *);
    }
    for (; length < most && takes(directive, (unsigned char)scan->at[length]); length++)
        if (to)
            store_character(to, is_wide, length, (unsigned char)scan->at[length]);
    bool ended = !scan->at[length];
    scan->at += length;
    if (length < most || (allocated && length < directive->width))
        note_looked_at(scan);
    if (length == 0 && allocated)
        *allocated = NULL;
    if (length == 0)
        return ended ? INPUT_ENDED : MISMATCHED;
    if (to && !is_character)
        store_character(to, is_wide, length, 0);
    if (allocated)
        *allocated = to;
    scan->assigned += !directive->suppressed;
    return MATCHED;
}

static enum outcome scan_directive(struct scan *scan, const struct directive *directive)
{
    char letter = directive->letter;
    if (letter == 'n') {
        if (!directive->suppressed)
            store_integer(scan, directive, (uint64_t)(scan->at - scan->start));
        return MATCHED;
    }
    if (letter != 'c' && letter != '[')
        skip_scanned_spaces(scan);
    note_looked_at(scan);
    if (letter == '%') {
        if (*scan->at != '%')
            return *scan->at ? MISMATCHED : INPUT_ENDED;
        scan->at++;
        return MATCHED;
    }
    if (!*scan->at)
        return INPUT_ENDED;
    switch (letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p': return scan_integer(scan, directive);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return scan_float(scan, directive);
    case 's':
    case '[':
    case 'c': return scan_text(scan, directive);
    default: return NOT_MODELLED;
    }
}

// Returns the number of assignments, or EOF (-1) if the input ended before the first one, as glibc does (C:
// before the first conversion, even one that is not assigned).
static int scan_rest(struct scan *scan, const char *format)
{
    while (*format) {
        enum outcome outcome = MATCHED;
        if (__runtime_is_space((unsigned char)*format)) {
            format++;
            skip_scanned_spaces(scan);
        } else if (*format != '%') {
            note_looked_at(scan);
            if (*scan->at != *format)
                outcome = *scan->at ? MISMATCHED : INPUT_ENDED;
            else
                scan->at++;
            format++;
        } else {
            struct directive directive;
            const char *start = format++;
            outcome = read_directive(&format, &directive) ? scan_directive(scan, &directive) : NOT_MODELLED;
            if (outcome == NOT_MODELLED) {
                __heddle_unmodelled_value(start);
                return -1;
            }
        }
        if (outcome != MATCHED)
            return outcome == INPUT_ENDED && scan->assigned == 0 ? -1 : scan->assigned;
    }
    return scan->assigned;
}

// glibc looks for the terminator first: a text that has none is a violation, however little of it is scanned.
static int scan_all(const char *text, const char *format, struct runtime_arguments *arguments)
{
    (void)strlen(text);
    struct scan scan = {text, text, arguments, 0, NULL};
    return scan_rest(&scan, format);
}

char *__runtime_begin_scan(FILE *stream, bool looks, size_t *length);
void __runtime_end_scan(FILE *stream, char *text, size_t length, size_t used, bool looked);

// Whether the format begins with something that looks at the next character: not with %n.
static bool looks_first(const char *format)
{
    if (*format != '%')
        return *format;
    struct directive directive;
    format++;
    return read_directive(&format, &directive) && directive.letter != 'n';
}

int __runtime_scan_stream(FILE *stream, const char *format, struct runtime_arguments *arguments, bool is_wide)
{
    size_t length = 0;
    char *text = __runtime_begin_scan(stream, looks_first(format), &length);
    struct scan scan = {text, text, arguments, 0, NULL};
    int result = text ? scan_rest(&scan, format) : -1;
    bool looked = text && scan.looked == scan.at;
    if (looked && !*scan.at && scan.at != text + length)
        __heddle_unmodelled_value("scanf of a zero byte");
    for (const char *at = text; is_wide && at < scan.at + looked; at++)
        if (*at & 0x80)
            __heddle_unmodelled("multibyte characters outside ASCII");
    __runtime_end_scan(stream, text, length, text ? (size_t)(scan.at - text) : 0, looked);
    return result;
}

static int scan_stream(FILE *stream, const char *format, struct runtime_arguments *arguments)
{
    ORIENT_TO_BYTES(stream);
    return __runtime_scan_stream(stream, format, arguments, false);
}

// A function of the family, its v form, and the names that headers of different years turn them into.
#define UNPACK(...) __VA_ARGS__
#define SCANNER(v_name, name, parameters, call)                                                              \
    int v_name(UNPACK parameters const char *restrict format, va_list list)                                  \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_copy(arguments.list, list);                                                                       \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }                                                                                                        \
    int name(UNPACK parameters const char *restrict format, ...)                                             \
    {                                                                                                        \
        struct runtime_arguments arguments;                                                                  \
        va_start(arguments.list, format);                                                                    \
        int result = call;                                                                                   \
        va_end(arguments.list);                                                                              \
        return result;                                                                                       \
    }
#define SCANNERS(name, parameters, call)                                                                     \
    SCANNER(v##name, name, parameters, call)                                                                 \
    SCANNER(__isoc99_v##name, __isoc99_##name, parameters, call)                                             \
    SCANNER(__isoc23_v##name, __isoc23_##name, parameters, call)
SCANNERS(sscanf, (const char *restrict text, ), scan_all(text, format, &arguments))
SCANNERS(fscanf, (FILE *restrict stream, ), scan_stream(stream, format, &arguments))
SCANNERS(scanf, (), scan_stream(stdin, format, &arguments))
