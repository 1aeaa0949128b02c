// <stdlib.h>: multibyte characters of the C locale, which are ASCII; others are not modelled.
#include "runtime/runtime.h"

typedef int wide; // wchar_t

// The length of the character at `text`: 0 for the terminator, -1 if there is none in count bytes.
static int decode_multibyte(wide *to, const char *text, size_t count)
{
    if (!text)
        return 0; // no shift states
    if (count == 0)
        return -1;
    unsigned char byte = (unsigned char)*text;
    if (byte > 127) {
        __heddle_unmodelled_value("multibyte characters outside ASCII");
        return -1;
    }
    if (to)
        *to = byte;
    return byte != 0;
}

static int encode_multibyte(char *to, wide character)
{
    if (!to)
        return 0;
    if ((unsigned)character > 127) {
        __heddle_unmodelled_value("wide characters outside ASCII");
        return -1;
    }
    *to = (char)character;
    return 1;
}

int mblen(const char *text, size_t count)
{
    return text && !*text ? 0
                          : decode_multibyte(NULL, text, count); // glibc looks at the first byte in any case
}

int mbtowc(wide *restrict to, const char *restrict text, size_t count)
{
    if (!text || *text)
        return decode_multibyte(to, text, count);
    if (to)
        *to = 0;
    return 0; // also of no bytes, as in glibc
}

int wctomb(char *to, wide character)
{
    return encode_multibyte(to, character);
}

size_t mbstowcs(wide *restrict to, const char *restrict text, size_t count)
{
    size_t length = 0;
    for (; !to || length < count; length++) {
        wide character = 0;
        int bytes = decode_multibyte(&character, text + length, 1);
        if (bytes < 0)
            return SIZE_MAX;
        if (to)
            to[length] = character;
        if (bytes == 0)
            break;
    }
    return length;
}

size_t wcstombs(char *restrict to, const wide *restrict text, size_t count)
{
    size_t length = 0;
    for (; !to || length < count; length++) {
        char byte;
        if (encode_multibyte(&byte, text[length]) < 0)
            return SIZE_MAX;
        if (to)
            to[length] = byte;
        if (!byte)
            break;
    }
    return length;
}
