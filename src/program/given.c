#include "program/given.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int hexadecimal(char digit)
{
    return digit >= '0' && digit <= '9'                 ? digit - '0'
           : (digit | 32) >= 'a' && (digit | 32) <= 'f' ? (digit | 32) - 'a' + 10
                                                        : -1;
}

// What stands behind a backslash; moves `at` behind it. -1: nothing that is known.
static int read_escape(const char **at)
{
    static const char letters[] = "ntr0\\", meanings[] = "\n\t\r\0\\";
    const char *letter = **at ? strchr(letters, **at) : NULL;
    if (letter) {
        ++*at;
        return meanings[letter - letters];
    }
    if (**at != 'x' || hexadecimal((*at)[1]) < 0 || hexadecimal((*at)[2]) < 0)
        return -1;
    int byte = hexadecimal((*at)[1]) << 4 | hexadecimal((*at)[2]);
    *at += 3;
    return byte;
}

static bool read_given_contents(const char *text, struct given *to, const char *option, struct error *error)
{
    to->contents = memory_alloc(strlen(text) + 1);
    to->size = 0;
    while (*text) {
        const char *start = text;
        int byte = (unsigned char)*text++;
        if (byte == '\\' && (byte = read_escape(&text)) < 0)
            return error_set(error, "%s: `%.2s` means nothing (\\n \\t \\r \\0 \\\\ and \\xHH do)", option,
                             start);
        to->contents[to->size++] = (char)byte;
    }
    return true;
}

static bool set_size(uint64_t size, struct given *to, const char *option, struct error *error)
{
    to->size = (size_t)size;
    return size <= GIVEN_MOST_SYMBOLIC ||
           error_set(error, "%s: at most %d bytes of one file can be inputs", option, GIVEN_MOST_SYMBOLIC);
}

// Names that lead to a file: no `.` or `..`, and something behind the last slash.
static bool is_path(const char *name)
{
    size_t length;
    for (; *name; name += length + (name[length] == '/')) {
        length = strcspn(name, "/");
        if ((length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.') ||
            length > 255)
            return false;
        if (!name[length])
            return length > 0;
    }
    return false;
}

bool given_read_file(const char *text, struct given *to, struct error *error)
{
    static const char option[] = "--file";
    const char *equals = strchr(text, '='), *colon = strrchr(text, ':'), *end = equals ? equals : colon;
    *to = (struct given){0};
    if (!end)
        return error_set(error, "--file: '%s' is neither NAME=CONTENTS nor NAME:SIZE", text);
    to->name = memory_copy_bytes(text, (size_t)(end - text));
    if (!is_path(to->name))
        return error_set(error, "--file: '%s' is no name of a file in the program's file system", to->name);
    if (equals)
        return read_given_contents(equals + 1, to, option, error);
    char *rest;
    unsigned long long size = strtoull(colon + 1, &rest, 10);
    if (*rest || colon[1] < '0' || colon[1] > '9')
        return error_set(error, "--file: '%s' is no number of bytes", colon + 1);
    return set_size(size, to, option, error);
}

bool given_read_input(const char *text, struct given *to, struct error *error)
{
    *to = (struct given){.name = memory_copy_string("")};
    return read_given_contents(text, to, "--stdin", error);
}

bool given_symbolic_input(uint64_t size, struct given *to, struct error *error)
{
    *to = (struct given){.name = memory_copy_string("")};
    return set_size(size, to, "--stdin-size", error);
}

void given_free(struct given *given)
{
    memory_free(given->name);
    memory_free(given->contents);
    *given = (struct given){0};
}
