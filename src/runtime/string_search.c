// <string.h>: searching and splitting.
#include "runtime/runtime.h"

// The first `character` of the text, or its terminator.
static char *find_or_end(const char *text, int character)
{
    while (*text != (char)character && *text)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int character)
{
    char *found = find_or_end(text, character);
    return *found == (char)character ? found : NULL;
}

char *index(const char *text, int character)
{
    return strchr(text, character);
}

char *strchrnul(const char *text, int character)
{
    return find_or_end(text, character);
}

static char *find_last(const char *text, int character)
{
    const char *found = NULL;
    do {
        if (*text == (char)character)
            found = text;
    } while (*text++);
    return (char *)found;
}

char *strrchr(const char *text, int character)
{
    return find_last(text, character);
}

char *rindex(const char *text, int character)
{
    return find_last(text, character);
}

void *memchr(const void *memory, int byte, size_t count)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return NULL;
}

void *memrchr(const void *memory, int byte, size_t count)
{
    const unsigned char *bytes = memory;
    while (count--)
        if (bytes[count] == (unsigned char)byte)
            return (void *)(bytes + count);
    return NULL;
}

void *rawmemchr(const void *memory, int byte)
{
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *memmem(const void *memory, size_t count, const void *part, size_t length)
{
    const unsigned char *bytes = memory;
    if (length == 0)
        return (void *)bytes;
    for (; count >= length; bytes++, count--)
        if (*bytes == *(const unsigned char *)part && memcmp(bytes, part, length) == 0)
            return (void *)bytes;
    return NULL;
}

char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] && text[i] == part[i])
            i++;
        if (!part[i])
            return (char *)text;
        if (!text[i])
            return NULL;
    }
}

char *strcasestr(const char *text, const char *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] &&
               __runtime_to_lower((unsigned char)text[i]) == __runtime_to_lower((unsigned char)part[i]))
            i++;
        if (!part[i])
            return (char *)text;
        if (!text[i])
            return NULL;
    }
}

// The length of the longest prefix whose characters are all in the set, or, where `reject`, all outside.
static size_t span_characters(const char *text, const char *set, bool reject)
{
    size_t length = 0;
    for (; text[length]; length++)
        if ((*find_or_end(set, text[length]) != 0) == reject)
            break;
    return length;
}

size_t strspn(const char *text, const char *accept)
{
    return span_characters(text, accept, false);
}

size_t strcspn(const char *text, const char *reject)
{
    return span_characters(text, reject, true);
}

char *strpbrk(const char *text, const char *accept)
{
    text += span_characters(text, accept, true);
    return *text ? (char *)text : NULL;
}

static char *next_token(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    if (!text)
        text = *saved;
    text += span_characters(text, delimiters, false);
    if (!*text) {
        *saved = text;
        return NULL;
    }
    char *end = text + span_characters(text, delimiters, true);
    if (*end)
        *end++ = 0;
    *saved = end;
    return text;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    return next_token(text, delimiters, saved);
}

char *__strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    return next_token(text, delimiters, saved);
}

// Shared by all threads: strtok is not thread-safe, and heddle shows it.
char *strtok(char *restrict text, const char *restrict delimiters)
{
    static char *saved;
    return next_token(text, delimiters, &saved);
}

char *strsep(char **restrict text, const char *restrict delimiters)
{
    char *token = *text;
    if (token) {
        char *end = token + span_characters(token, delimiters, true);
        if (*end)
            *end++ = 0;
        else
            end = NULL;
        *text = end;
    }
    return token;
}

// As in glibc: the last component, without changing the argument.
char *basename(const char *path)
{
    char *slash = find_last(path, '/');
    return slash ? slash + 1 : (char *)path;
}
