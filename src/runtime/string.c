// <string.h>: lengths, copies and comparisons. memcpy, memmove and memset are the machine's.
#include "runtime/runtime.h"

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

size_t __runtime_length_within(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    return __runtime_length_within(text, limit);
}

// As of memcpy: the ranges may be the same one.
static void check_ranges_apart(const void *to, size_t written, const void *from, size_t read,
                               const char *message)
{
    if (to != from)
        __heddle_apart(to, written, from, read, message);
}

// Copies with the terminator; returns the place of the copied one.
static char *copy_string(char *to, const char *from, const char *message)
{
    size_t length = 0;
    while ((to[length] = from[length]))
        length++;
    check_ranges_apart(to, length + 1, from, length + 1, message);
    return to + length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    copy_string(to, from, "strcpy between overlapping ranges");
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from, "stpcpy between overlapping ranges");
}

// Copies at most count bytes and fills up with zeros; returns the end of what was copied.
static char *copy_padded(char *restrict to, const char *restrict from, size_t count, const char *message)
{
    size_t length = 0;
    for (; length < count; length++) {
        char c = from[length];
        if (!c)
            break;
        to[length] = c;
    }
    if (length < count)
        memset(to + length, 0, count - length);
    check_ranges_apart(to, count, from, length + (length < count), message);
    return to + length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t count)
{
    return copy_padded(to, from, count, "stpncpy between overlapping ranges");
}

char *strncpy(char *restrict to, const char *restrict from, size_t count)
{
    copy_padded(to, from, count, "strncpy between overlapping ranges");
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    copy_string(to + strlen(to), from, "strcat between overlapping ranges");
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t count)
{
    char *end = to + strlen(to);
    size_t length = 0;
    for (char c; length < count && (c = from[length]); length++)
        end[length] = c;
    end[length] = 0;
    check_ranges_apart(end, length + 1, from, length + (length < count),
                       "strncat between overlapping ranges");
    return to;
}

// Copies what fits, always terminated if size > 0; returns the length of all of `from`.
static size_t copy_bounded(char *restrict to, const char *restrict from, size_t size, const char *message)
{
    size_t length = 0;
    char c;
    for (; (c = from[length]); length++)
        if (length + 1 < size)
            to[length] = c;
    if (size)
        to[length < size ? length : size - 1] = 0;
    check_ranges_apart(to, length < size ? length + 1 : size, from, length + 1, message);
    return length;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    return copy_bounded(to, from, size, "strlcpy between overlapping ranges");
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = __runtime_length_within(to, size);
    return length + copy_bounded(to + length, from, size - length, "strlcat between overlapping ranges");
}

int strcmp(const char *left, const char *right)
{
    unsigned char a, b;
    do {
        a = (unsigned char)*left++;
        b = (unsigned char)*right++;
    } while (a == b && a);
    return a - b;
}

int strncmp(const char *left, const char *right, size_t count)
{
    unsigned char a = 0, b = 0;
    while (count && a == b) {
        a = (unsigned char)*left++;
        b = (unsigned char)*right++;
        count = a ? count - 1 : 0;
    }
    return a - b;
}

static int compare_folded(const char *left, const char *right, size_t count)
{
    int a = 0, b = 0;
    while (count && a == b) {
        a = __runtime_to_lower((unsigned char)*left++);
        b = __runtime_to_lower((unsigned char)*right++);
        count = a ? count - 1 : 0;
    }
    return a - b;
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    return compare_folded(left, right, count);
}

int strcasecmp(const char *left, const char *right)
{
    return compare_folded(left, right, SIZE_MAX);
}

// The C locale collates by bytes.
int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    return copy_bounded(to, from, size, "strxfrm between overlapping ranges");
}

// Reads all the bytes, as the standard allows it to, and does not branch on them: one comparison of symbolic
// memory is one value, not a path for each place where it may differ.
int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *a = left, *b = right;
    int result = 0;
    for (size_t i = 0; i < count; i++)
        result |= (a[i] - b[i]) & -(result == 0);
    return result;
}

int bcmp(const void *left, const void *right, size_t count)
{
    return memcmp(left, right, count);
}

void *mempcpy(void *restrict to, const void *restrict from, size_t count)
{
    return (char *)memcpy(to, from, count) + count;
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t count)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    size_t length = 0;
    bool found = false;
    for (; length < count && !found; length++)
        found = (target[length] = source[length]) == (unsigned char)stop;
    check_ranges_apart(to, length, from, length, "memccpy between overlapping ranges");
    return found ? target + length : NULL;
}

void bcopy(const void *from, void *to, size_t count)
{
    memmove(to, from, count);
}

void bzero(void *to, size_t count)
{
    memset(to, 0, count);
}

void explicit_bzero(void *to, size_t count)
{
    memset(to, 0, count);
}

char *__runtime_duplicate(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *text)
{
    return __runtime_duplicate(text, strlen(text));
}

char *__strdup(const char *text)
{
    return __runtime_duplicate(text, strlen(text));
}

char *strndup(const char *text, size_t limit)
{
    return __runtime_duplicate(text, __runtime_length_within(text, limit));
}

char *__strndup(const char *text, size_t limit)
{
    return __runtime_duplicate(text, __runtime_length_within(text, limit));
}

void swab(const void *restrict from, void *restrict to, ssize_t count)
{
    const char *source = from;
    char *target = to;
    for (ssize_t i = 1; i < count; i += 2) {
        char first = source[i - 1];
        target[i - 1] = source[i];
        target[i] = first;
    }
}

int ffs(int value)
{
    return value ? __builtin_ctz((unsigned)value) + 1 : 0;
}

int ffsl(long value)
{
    return value ? __builtin_ctzl((unsigned long)value) + 1 : 0;
}

int ffsll(long long value)
{
    return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0;
}
