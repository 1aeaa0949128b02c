#include "lower/effects_text.h"

#include "base/file.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Where reading is in one line.
struct effects_text_reading {
    const char *file;
    uint32_t line;
    const char *at;
    struct error *error;
};

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_effect_blanks(struct effects_text_reading *r)
{
    r->at += strspn(r->at, " \t\r");
    return r->at;
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_word_character(at[length]))
        length++;
    return length;
}

// What stands there, for a message.
static int shown_length(const char *at)
{
    size_t length = word_length(at);
    return (int)(length > 40 ? 40 : length ? length : *at != 0);
}

static bool expected(struct effects_text_reading *r, const char *what)
{
    const char *at = skip_effect_blanks(r);
    if (!*at)
        return error_set(r->error, "%s:%u: %s is missing at the end of the line", r->file, r->line, what);
    return error_set(r->error, "%s:%u: %s expected, not '%.*s'", r->file, r->line, what, shown_length(at),
                     at);
}

// Takes the word, or the sign, if it comes next.
static bool take_effect_word(struct effects_text_reading *r, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(skip_effect_blanks(r), word, length) != 0 ||
        (is_word_character(word[0]) && is_word_character(r->at[length])))
        return false;
    r->at += length;
    return true;
}

static bool need(struct effects_text_reading *r, const char *word)
{
    char *what = memory_format("'%s'", word);
    bool found = take_effect_word(r, word) || expected(r, what);
    memory_free(what);
    return found;
}

static bool take_number(struct effects_text_reading *r, int64_t *number)
{
    const char *at = skip_effect_blanks(r);
    char *end;
    if (!isdigit((unsigned char)at[*at == '-']))
        return expected(r, "a number");
    errno = 0;
    long long value = strtoll(at, &end, 0);
    if (errno || is_word_character(*end))
        return error_set(r->error, "%s:%u: '%.*s' is no number", r->file, r->line,
                         (int)((*at == '-') + word_length(at + (*at == '-'))), at);
    r->at = end;
    *number = value;
    return true;
}

// The number of an argument, after `arg`.
static bool take_argument(struct effects_text_reading *r, uint32_t *argument)
{
    int64_t number = 0;
    if (!take_number(r, &number))
        return false;
    if (number < 0 || number > 255)
        return error_set(r->error, "%s:%u: there is no argument %lld", r->file, r->line, (long long)number);
    *argument = (uint32_t)number;
    return true;
}

static bool need_argument(struct effects_text_reading *r, uint32_t *argument)
{
    return need(r, "arg") && take_argument(r, argument);
}

static bool take_factor(struct effects_text_reading *r, struct effect_extent *size, unsigned which)
{
    int64_t number = 0;
    if (take_effect_word(r, "arg"))
        return take_argument(r, &size->arguments[which]);
    if (!isdigit((unsigned char)*skip_effect_blanks(r)))
        return expected(r, "a number of bytes, or 'arg'");
    if (!take_number(r, &number))
        return false;
    if (__builtin_mul_overflow(size->factor, (uint64_t)number, &size->factor))
        return error_set(r->error, "%s:%u: so many bytes do not exist", r->file, r->line);
    return true;
}

// 16 bytes, arg 3 bytes, arg 1 * arg 2 bytes
static bool take_size(struct effects_text_reading *r, struct effect_extent *size)
{
    *size = (struct effect_extent){1, {EFFECT_NO_ARGUMENT, EFFECT_NO_ARGUMENT}};
    if (!take_factor(r, size, 0) || (take_effect_word(r, "*") && !take_factor(r, size, 1)))
        return false;
    return take_effect_word(r, "bytes") || take_effect_word(r, "byte") || expected(r, "'bytes'");
}

static bool take_null(struct effects_text_reading *r, bool *maybe)
{
    *maybe = take_effect_word(r, "or");
    return !*maybe || need(r, "null");
}

static bool take_result_effect(struct effects_text_reading *r, struct effect *e)
{
    e->kind = DOES_RETURN_ANY;
    if (take_effect_word(r, "any"))
        return true;
    if (take_effect_word(r, "arg")) {
        e->kind = DOES_RETURN_ARGUMENT;
        return take_argument(r, &e->argument) && take_null(r, &e->maybe);
    }
    e->kind = DOES_RETURN_NUMBER;
    if (take_effect_word(r, "null"))
        return true;
    if (!isdigit((unsigned char)skip_effect_blanks(r)[*r->at == '-']))
        return expected(r, "'any', 'arg', 'null' or a number");
    if (!take_number(r, &e->low))
        return false;
    e->high = e->low;
    if (take_effect_word(r, "..") && !take_number(r, &e->high))
        return false;
    return e->low <= e->high || error_set(r->error, "%s:%u: nothing lies between %lld and %lld", r->file,
                                          r->line, (long long)e->low, (long long)e->high);
}

static bool take_passed(struct effects_text_reading *r, struct effect_passed *passed)
{
    *passed = (struct effect_passed){.kind = PASSED_ANY};
    if (take_effect_word(r, "any")) {
        if (take_effect_word(r, "long"))
            passed->kind = PASSED_ANY_LONG;
        return true;
    }
    passed->kind = PASSED_NULL;
    if (take_effect_word(r, "null"))
        return true;
    passed->kind = PASSED_ARGUMENT;
    if (take_effect_word(r, "arg"))
        return take_argument(r, &passed->argument);
    passed->kind = PASSED_NUMBER;
    if (!isdigit((unsigned char)skip_effect_blanks(r)[*r->at == '-']))
        return expected(r, "'any', 'arg', 'null' or a number");
    return take_number(r, &passed->number);
}

static bool take_call_effect(struct effects_text_reading *r, struct effect *e)
{
    e->kind = DOES_CALL;
    if (!need_argument(r, &e->argument))
        return false;
    bool more = take_effect_word(r, "with");
    while (more) {
        struct effect_passed passed;
        if (!take_passed(r, &passed))
            return false;
        vector_push(&e->passed, passed);
        more = take_effect_word(r, ",");
    }
    return true;
}

// writes, reads: which bytes
static bool take_bytes_effect(struct effects_text_reading *r, struct effect *e, enum effect_kind kind)
{
    e->kind = kind;
    if (!need_argument(r, &e->argument))
        return false;
    if (take_effect_word(r, "up")) {
        e->maybe = true;
        if (!need(r, "to"))
            return false;
    }
    return take_size(r, &e->size);
}

static bool take_effect(struct effects_text_reading *r, struct effect *e)
{
    if (take_effect_word(r, "returns"))
        return take_result_effect(r, e);
    if (take_effect_word(r, "allocates")) {
        e->kind = DOES_ALLOCATE;
        return take_size(r, &e->size) && take_null(r, &e->maybe);
    }
    if (take_effect_word(r, "writes"))
        return take_bytes_effect(r, e, DOES_WRITE);
    if (take_effect_word(r, "reads"))
        return take_bytes_effect(r, e, DOES_READ);
    if (take_effect_word(r, "releases")) {
        e->kind = DOES_RELEASE;
        return need_argument(r, &e->argument);
    }
    if (take_effect_word(r, "calls"))
        return take_call_effect(r, e);
    if (take_effect_word(r, "may")) {
        e->maybe = true;
        return need(r, "call") && take_call_effect(r, e);
    }
    return expected(r,
                    "an effect (returns, allocates, writes, reads, releases, calls, may call, nothing else)");
}

bool effect_is_result(const struct effect *effect)
{
    return effect->kind <= DOES_ALLOCATE;
}

static bool has_result_effect(const struct effects_of *f)
{
    for (uint32_t i = 0; i < f->list.size; i++)
        if (effect_is_result(&f->list.data[i]))
            return true;
    return false;
}

// The effects of a function, up to the end of the line.
static bool take_effects(struct effects_text_reading *r, struct effects_of *f)
{
    do {
        struct effect e = {0};
        if (take_effect_word(r, "nothing")) {
            take_effect_word(r, "else");
            return !*skip_effect_blanks(r) || expected(r, "the end of the line");
        }
        bool result = has_result_effect(f), good = take_effect(r, &e);
        vector_push(&f->list, e);
        if (good && effect_is_result(&e) && result)
            good = error_set(r->error, "%s:%u: %s has two results", r->file, r->line, f->name);
        if (!good)
            return false;
    } while (take_effect_word(r, ";") && *skip_effect_blanks(r));
    return !*skip_effect_blanks(r) || expected(r, "';' or the end of the line");
}

static bool read_effects_line(struct effects_text_reading *r, struct effects *effects)
{
    size_t length = word_length(skip_effect_blanks(r));
    if (!*r->at)
        return true;
    if (!length || isdigit((unsigned char)*r->at))
        return expected(r, "the name of a function");
    struct effects_of f = {.name = memory_copy_bytes(r->at, length), .line = r->line};
    r->at += length;
    for (uint32_t i = 0; i < effects->functions.size; i++)
        if (strcmp(effects->functions.data[i].name, f.name) == 0)
            error_set(r->error, "%s:%u: the effects of %s stand in line %u already", r->file, r->line, f.name,
                      effects->functions.data[i].line);
    bool good = !r->error->message && need(r, ":") && take_effects(r, &f);
    vector_push(&effects->functions, f);
    return good;
}

bool effects_read(const char *file, struct effects *effects, struct error *error)
{
    size_t size;
    *effects = (struct effects){.file = file};
    char *text = file_read(file, FILE_LIMIT_SOURCE, &size, error);
    if (!text)
        return false;
    struct effects_text_reading r = {.file = file, .line = 1, .error = error};
    bool good = memchr(text, 0, size) == NULL || error_set(error, "%s: no text: it has a zero byte", file);
    for (char *line = text; good && line; r.line++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        line[strcspn(line, "#")] = 0;
        r.at = line;
        good = read_effects_line(&r, effects);
        line = end ? end + 1 : NULL;
    }
    memory_free(text);
    return good;
}

void effects_free(struct effects *effects)
{
    for (uint32_t i = 0; i < effects->functions.size; i++) {
        struct effects_of *f = &effects->functions.data[i];
        for (uint32_t k = 0; k < f->list.size; k++)
            vector_free(&f->list.data[k].passed);
        vector_free(&f->list);
        memory_free(f->name);
    }
    vector_free(&effects->functions);
}
