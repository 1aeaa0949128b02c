// <wchar.h>: wide strings.
#include "runtime/runtime.h"

size_t wcslen(const wchar_t *text)
{
    const wchar_t *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

size_t wcsnlen(const wchar_t *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return memcpy(to, from, count * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    return wmemcpy(to, from, count) + count;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = value;
    return to;
}

static int compare_wide(wchar_t left, wchar_t right)
{
    return (left > right) - (left < right);
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    int result = 0;
    for (size_t i = 0; i < count && !result; i++)
        result = compare_wide(left[i], right[i]);
    return result;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text[i] == value)
            return (wchar_t *)text + i;
    return NULL;
}

// Copies with the terminator; returns the place of the copied one.
static wchar_t *copy_text(wchar_t *to, const wchar_t *from)
{
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    copy_text(to, from);
    return to;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    return copy_text(to, from);
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to + length;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    wcpncpy(to, from, count);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    copy_text(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    wchar_t *end = to + wcslen(to);
    size_t length = wcsnlen(from, count);
    wmemcpy(end, from, length);
    end[length] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t count = wcslen(text) + 1;
    wchar_t *copy = malloc(count * sizeof *copy);
    return copy ? wmemcpy(copy, text, count) : NULL;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    int result = 0;
    for (size_t i = 0; i < count && !result; i++) {
        result = compare_wide(left[i], right[i]);
        if (!left[i])
            break;
    }
    return result;
}

// wcsncmp of texts whose ASCII letters are all lower case.
int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wchar_t a = __runtime_to_lower(left[i]), b = __runtime_to_lower(right[i]);
        if (a != b || !a)
            return compare_wide(a, b);
    }
    return 0;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncasecmp(left, right, SIZE_MAX);
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, SIZE_MAX);
}

// The C locale collates by characters.
int wcscoll(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

wchar_t *wcschr(const wchar_t *text, wchar_t wanted)
{
    for (; *text != wanted; text++)
        if (!*text)
            return NULL;
    return (wchar_t *)text;
}

wchar_t *wcschrnul(const wchar_t *text, wchar_t wanted)
{
    while (*text && *text != wanted)
        text++;
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted)
{
    const wchar_t *found = NULL;
    for (;; text++) {
        if (*text == wanted)
            found = text;
        if (!*text)
            return (wchar_t *)found;
    }
}

static size_t span_wide(const wchar_t *text, const wchar_t *set, bool wanted)
{
    size_t length = 0;
    while (text[length] && (wcschr(set, text[length]) != NULL) == wanted)
        length++;
    return length;
}

size_t wcsspn(const wchar_t *text, const wchar_t *set)
{
    return span_wide(text, set, true);
}

size_t wcscspn(const wchar_t *text, const wchar_t *set)
{
    return span_wide(text, set, false);
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set)
{
    text += wcscspn(text, set);
    return *text ? (wchar_t *)text : NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted)
{
    size_t length = wcslen(wanted);
    for (;; text++) {
        if (wcsncmp(text, wanted, length) == 0)
            return (wchar_t *)text;
        if (!*text)
            return NULL;
    }
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict set, wchar_t **restrict rest)
{
    wchar_t *token = text ? text : *rest;
    if (!token)
        return NULL;
    token += wcsspn(token, set);
    wchar_t *end = token + wcscspn(token, set);
    *rest = *end ? end + 1 : NULL;
    if (*end)
        *end = 0;
    return end == token ? NULL : token;
}
