#include "report/option_value.h"

#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Whether `word` (of that length) is one of the words of `list`, which are separated by |, and its index.
static bool word_in_list(const char *list, const char *word, size_t length, unsigned *index)
{
    unsigned at = 0;
    for (const char *p = list; *p;) {
        if (*p == '|') {
            p++;
            continue;
        }
        size_t here = strcspn(p, "|");
        if (here == length && memcmp(p, word, length) == 0) {
            *index = at;
            return true;
        }
        at++;
        p += here;
    }
    return false;
}

bool option_read_flag(const struct option *option, const char *value, bool *to, struct error *error)
{
    if (value && strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return error_set(error, "%s takes no value, but got '%s'", option->spelling, value);
    *to = !value || strcmp(value, "on") == 0;
    return true;
}

// Digits only, within int64_t so that every number fits into JSON. *end: what follows them.
static bool read_digits(const char *value, uint64_t *to, const char **end)
{
    uint64_t n = 0;
    const char *p = value;
    for (; isdigit((unsigned char)*p); p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (n > ((uint64_t)INT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *to = n;
    *end = p;
    return p != value;
}

bool option_read_count(const struct option *option, const char *value, uint64_t *to, struct error *error)
{
    const char *end;
    uint64_t n;
    if (strcmp(value, "none") == 0 || strcmp(value, "off") == 0) {
        *to = 0;
        return true;
    }
    if (!read_digits(value, &n, &end) || *end || n == 0)
        return error_set(error, "%s: '%s' is not a positive number (nor `none`)", option->spelling, value);
    *to = n;
    return true;
}

bool option_read_limit(const struct option *option, const char *value, uint64_t *to, struct error *error)
{
    const char *end;
    uint64_t n;
    if (strcmp(value, "none") == 0) {
        *to = 0;
        return true;
    }
    if (!read_digits(value, &n, &end) || *end)
        return error_set(error, "%s: '%s' is not a number (nor `none`)", option->spelling, value);
    *to = n + 1;
    return true;
}

bool option_read_seconds(const struct option *option, const char *value, double *to, struct error *error)
{
    if (strcmp(value, "none") == 0) {
        *to = 0;
        return true;
    }
    char *end = NULL;
    double seconds = value[0] && value[strspn(value, "0123456789.")] == 0 ? strtod(value, &end) : -1;
    if (!end || *end || !isfinite(seconds) || seconds <= 0)
        return error_set(error, "%s: '%s' is not a positive number of seconds (nor `none`)", option->spelling,
                         value);
    *to = seconds;
    return true;
}

// `auto` is a value of those options that have it by default.
static bool has_auto(const struct option *option)
{
    return strcmp(option->initial, "auto") == 0;
}

static bool no_size(const struct option *option, const char *value, struct error *error)
{
    return error_set(error, "%s: '%s' is not a size such as 500M (nor `none`%s)", option->spelling, value,
                     has_auto(option) ? " nor `auto`" : "");
}

bool option_read_bytes(const struct option *option, const char *value, uint64_t *to, struct error *error)
{
    static const char units[] = "KMGT";
    const char *end;
    uint64_t n;
    if (strcmp(value, "none") == 0) {
        *to = 0;
        return true;
    }
    if (strcmp(value, "auto") == 0 && has_auto(option)) {
        *to = BYTES_AUTO;
        return true;
    }
    if (!read_digits(value, &n, &end) || n == 0)
        return no_size(option, value, error);
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if ((*end && !unit) || (unit && end[1]) || n > (uint64_t)INT64_MAX >> shift)
        return no_size(option, value, error);
    *to = n << shift;
    return true;
}

// The index of one word among the option's values.
static bool read_option_word(const struct option *option, const char *word, size_t length, unsigned *index,
                             struct error *error)
{
    if (word_in_list(option->values, word, length, index))
        return true;
    const char *values = option->values + (option->values[0] == '|');
    char *list = memory_copy_string(values);
    for (char *p = list; *p; p++)
        if (*p == '|')
            *p = ' ';
    error_set(error, "%s: unknown value '%.*s'; known: %s", option->spelling, (int)length, word, list);
    memory_free(list);
    return false;
}

bool option_read_choice(const struct option *option, const char *value, unsigned *to, struct error *error)
{
    return read_option_word(option, value, strlen(value), to, error);
}

bool option_read_set(const struct option *option, const char *value, uint32_t *to, struct error *error)
{
    uint32_t set = 0;
    for (const char *p = value;; p++) {
        size_t length = strcspn(p, ",");
        unsigned index = 0;
        if (!read_option_word(option, p, length, &index, error))
            return false;
        set |= 1u << index;
        p += length;
        if (!*p)
            break;
    }
    *to = set;
    return true;
}

bool option_read_names(const struct option *option, const char *value, text_list *to, struct error *error)
{
    for (const char *p = value;; p++) {
        size_t length = strcspn(p, ",");
        if (length == 0)
            return error_set(error, "%s: empty name in '%s'", option->spelling, value);
        p += length;
        if (!*p)
            break;
    }
    for (const char *p = value; *p;) {
        size_t length = strcspn(p, ",");
        char *name = memory_copy_bytes(p, length);
        vector_push(to, name);
        p += length + (p[length] == ',');
    }
    return true;
}

// Reads one word of a command line from *from into `word` (at least as long as the rest). False: a quote is
// not closed.
static bool read_shell_word(const char **from, char *word)
{
    char quote = 0;
    const char *p = *from;
    for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
        if (quote ? *p == quote : *p == '\'' || *p == '"')
            quote = quote ? 0 : *p;
        else if (*p == '\\' && quote != '\'' && p[1])
            *word++ = *++p;
        else
            *word++ = *p;
    }
    *word = 0;
    *from = p;
    return !quote;
}

bool option_read_words(const struct option *option, const char *value, text_list *to, struct error *error)
{
    text_list words = {0};
    char *word = memory_alloc(strlen(value) + 1);
    bool good = true;
    for (const char *p = value; good;) {
        while (isspace((unsigned char)*p))
            p++;
        if (!*p)
            break;
        good = read_shell_word(&p, word);
        text_list_add(&words, word);
    }
    memory_free(word);
    for (uint32_t i = 0; i < words.size && good; i++)
        text_list_add(to, words.data[i]);
    text_list_free(&words);
    return good || error_set(error, "%s: a quote is not closed in '%s'", option->spelling, value);
}

bool option_read_text(const struct option *option, const char *value, bool empty_allowed, char **to,
                      struct error *error)
{
    if (!*value && !empty_allowed)
        return error_set(error, "%s needs a value", option->spelling);
    memory_free(*to);
    *to = memory_copy_string(value);
    return true;
}
