#include "report/svcomp_property.h"

#include "base/file.h"
#include "base/memory.h"
#include "report/buffer.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name, *formula;
} rules[] = {
#define SVCOMP_RULE(name, text, formula) {text, formula},
    SVCOMP_RULES(SVCOMP_RULE)
#undef SVCOMP_RULE
};

const char *svcomp_rule_name(enum svcomp_rule rule)
{
    return rules[rule].name;
}

struct property_reader {
    const char *path;
    unsigned line;
    struct svcomp_property *property;
    struct error *error;
};

static bool refuse_property(const struct property_reader *r, const char *what, const char *text)
{
    return error_set(r->error, "%s:%u: %s: %s", r->path, r->line, what, text);
}

static bool is_function_name(const char *text, size_t length)
{
    if (length == 0 || isdigit((unsigned char)text[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return false;
    return true;
}

// Whether the formula, which has no blanks, is that of the rule; *name: what stands for its @.
static bool matches(const char *formula, size_t length, const char *pattern, const char **name,
                    size_t *name_length)
{
    const char *hole = strchr(pattern, '@');
    *name_length = 0;
    if (!hole)
        return strlen(pattern) == length && memcmp(formula, pattern, length) == 0;
    size_t before = (size_t)(hole - pattern), after = strlen(hole + 1);
    if (length <= before + after || memcmp(formula, pattern, before) != 0 ||
        memcmp(formula + length - after, hole + 1, after) != 0)
        return false;
    *name = formula + before;
    *name_length = length - before - after;
    return is_function_name(*name, *name_length);
}

static bool add_property_rule(const struct property_reader *r, enum svcomp_rule rule, const char *name,
                              size_t length)
{
    r->property->rules |= 1u << rule;
    if (!length)
        return true;
    char *function = memory_copy_bytes(name, length);
    bool other = r->property->function && strcmp(r->property->function, function) != 0;
    memory_free(r->property->function);
    r->property->function = function;
    return !other || refuse_property(r, "a second function that must not be called", function);
}

static bool read_formula(const struct property_reader *r, const char *formula, size_t length,
                         const char *text)
{
    const char *name = NULL;
    size_t name_length;
    for (unsigned rule = 0; rule < SVCOMP_RULE_COUNT; rule++)
        if (matches(formula, length, rules[rule].formula, &name, &name_length))
            return add_property_rule(r, (enum svcomp_rule)rule, name, name_length);
    return refuse_property(r, "no property of C programs that SV-COMP has", text);
}

// A line without blanks: CHECK(init(main()),LTL(FORMULA)).
static bool read_check(const struct property_reader *r, const char *line, const char *text)
{
    static const char check[] = "CHECK(init(", formula[] = "()),LTL(", end[] = "))";
    size_t length = strlen(line);
    if (strncmp(line, check, strlen(check)) != 0)
        return refuse_property(r, "not CHECK( init(main()), LTL(...) )", text);
    const char *entry = line + strlen(check), *begin = strstr(entry, formula);
    if (!begin || length < strlen(end) || strcmp(line + length - strlen(end), end) != 0)
        return refuse_property(r, "not CHECK( init(main()), LTL(...) )", text);
    if (strncmp(entry, "main()", strlen("main()")) != 0)
        return refuse_property(r, "the program begins with main, nothing else", text);
    begin += strlen(formula);
    const char *last = line + length - strlen(end);
    return begin <= last ? read_formula(r, begin, (size_t)(last - begin), text)
                         : refuse_property(r, "no formula in", text);
}

static bool read_property_line(const struct property_reader *r, const char *text, struct buffer *checks)
{
    char *bare = memory_alloc(strlen(text) + 1), *to = bare;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    *to = 0;
    bool good = !bare[0] || read_check(r, bare, text);
    if (bare[0])
        buffer_print(checks, "%s%s", checks->bytes.size ? "\n" : "", text);
    memory_free(bare);
    return good;
}

// Reads it from its text; `path` is what messages call it.
static bool svcomp_property_read_text(const char *path, const char *text, struct svcomp_property *property,
                                      struct error *error)
{
    struct property_reader r = {path, 0, property, error};
    struct buffer checks = {0};
    bool good = true;
    for (const char *p = text; *p && good;) {
        size_t length = strcspn(p, "\n"), kept = length;
        while (kept && isspace((unsigned char)p[kept - 1]))
            kept--;
        char *line = memory_copy_bytes(p, kept);
        r.line++;
        good = read_property_line(&r, line, &checks);
        memory_free(line);
        p += length + (p[length] == '\n');
    }
    property->text = buffer_take(&checks);
    return good && (property->rules || error_set(error, "%s:1: there is no property in it", path));
}

bool svcomp_property_read(const char *path, struct svcomp_property *property, struct error *error)
{
    size_t size;
    char *text = file_read(path, (uint64_t)1 << 20, &size, error);
    bool whole = text && (strlen(text) == size || error_set(error, "%s:1: a zero byte in it", path));
    bool good = whole && svcomp_property_read_text(path, text, property, error);
    memory_free(text);
    return good;
}

void svcomp_property_free(struct svcomp_property *property)
{
    memory_free(property->function);
    memory_free(property->text);
    *property = (struct svcomp_property){0};
}
