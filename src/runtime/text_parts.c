// <string.h>, <stdlib.h>: versions, suboptions, numbers as letters.
#include "runtime/runtime.h"

// ---- strverscmp

// How a run of digits compares: as a number, or, with leading zeros, as the digits of a fraction.
static size_t run_of_digits(const char *text)
{
    size_t length = 0;
    while (__runtime_is_digit((unsigned char)text[length]))
        length++;
    return length;
}

// Texts are equal up to `at`, where they differ. The run of digits around it began at `start`.
static int compare_runs(const char *left, const char *right, size_t start, size_t at)
{
    int difference = (unsigned char)left[at] - (unsigned char)right[at];
    bool left_digit = __runtime_is_digit((unsigned char)left[at]);
    bool right_digit = __runtime_is_digit((unsigned char)right[at]);
    bool in_run = at > start, is_fraction = in_run && left[start] == '0';
    if (is_fraction) {
        size_t zeros = 0;
        while (left[start + zeros] == '0' && start + zeros < at)
            zeros++;
        if (start + zeros < at)
            return difference;           // both have digits behind the zeros
        if (!left_digit || !right_digit) // only zeros up to here: more of them, or other digits, come first
            return left_digit ? -1 : right_digit ? 1 : difference;
        return difference;
    }
    if (!in_run && (!left_digit || !right_digit))
        return difference;
    if (!in_run && (left[at] == '0' || right[at] == '0'))
        return difference; // a fraction and a number, or both begin here
    size_t left_run = run_of_digits(left + at), right_run = run_of_digits(right + at);
    return left_run != right_run ? (left_run < right_run ? -1 : 1) : difference;
}

int strverscmp(const char *left, const char *right)
{
    size_t start = 0, at = 0;
    for (; left[at] == right[at]; at++) {
        if (!left[at])
            return 0;
        if (!__runtime_is_digit((unsigned char)left[at]))
            start = at + 1;
    }
    return compare_runs(left, right, start, at);
}

// ---- getsubopt

int getsubopt(char **text, char *const *tokens, char **value)
{
    char *start = *text, *end = start;
    if (!*start)
        return -1;
    while (*end && *end != ',')
        end++;
    char *name_end = start;
    while (name_end < end && *name_end != '=')
        name_end++;
    size_t length = (size_t)(name_end - start);
    int found = -1;
    for (int i = 0; found < 0 && tokens[i]; i++)
        if (strncmp(start, tokens[i], length) == 0 && !tokens[i][length])
            found = i;
    *value = found < 0 ? start : name_end < end ? name_end + 1 : NULL;
    if (*end)
        *end++ = 0;
    *text = end;
    return found;
}

// ---- a64l and l64a

static const char letters[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
enum { DIGITS = 6, DIGIT_BITS = 6 };

char *l64a(long number)
{
    static char text[DIGITS + 1], calls;
    uint32_t rest = (uint32_t)number;
    int count = 0;
    SHARED_BY_CALLS(calls);
    for (; rest; rest >>= DIGIT_BITS)
        text[count++] = letters[rest % (1u << DIGIT_BITS)];
    text[count] = 0;
    return text;
}

long a64l(const char *text)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < DIGITS && text[i]; i++) {
        const char *digit = strchr(letters, text[i]);
        if (!digit)
            break;
        number |= (uint64_t)(digit - letters) << i * DIGIT_BITS;
    }
    return (long)(uint32_t)number;
}

int rpmatch(const char *answer)
{
    switch (*answer) {
    case 'y':
    case 'Y': return 1;
    case 'n':
    case 'N': return 0;
    default: return -1;
    }
}
